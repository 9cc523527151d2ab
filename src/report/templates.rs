//! The templates: every sentence a player reads, compiled in, and an operator's own in their
//! place.
//!
//! There is one layout for each kind of mail, and a folder of phrases for each language ([`phrases`]);
//! what a language lacks is taken from English. The templates are strict: a fact they ask for and do not
//! get is an error, which the tests find. If an operator's own template fails, the mail is rendered with
//! the program's.

use super::annals::HistorySentence;
use super::document::{self, escape, squeeze};
use super::happening::{ClubEvent, Happening};
use super::mail::Mail;
use super::phrases::{self, LAYOUT, PhraseFault};
use super::{html, link, links, names, site, text};
use crate::duel::Instruction;
use crate::game::{Order, Refusal};
use crate::said::Language;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value, context};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The language that has everything.
const FIRST_LANGUAGE: &str = Language::English.tag();
/// The layout of the HTML part, for all languages.
const PAGE: &str = "page.html";

/// The program's own templates: every file in `templates/`, by its name there.
const COMPILED_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The program's own templates by their names, for tests that read them.
#[cfg(test)]
pub(crate) fn compiled_in() -> &'static BTreeMap<String, String> {
    static MADE: std::sync::LazyLock<BTreeMap<String, String>> = std::sync::LazyLock::new(|| {
        phrases::templates(&own_files(), FIRST_LANGUAGE).expect("the program's own phrases")
    });
    &MADE
}

/// The program's own files by their names: layouts and phrases, not yet put together.
pub(super) fn own_files() -> BTreeMap<String, String> {
    COMPILED_IN.iter().map(|(name, source)| ((*name).to_owned(), (*source).to_owned())).collect()
}

/// Why templates could not be read or rendered.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// A file, or the folder itself, cannot be read.
    #[error("{}: cannot be read: {source}; check that the folder of templates exists and is readable", path.display())]
    Unreadable {
        /// Which file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },

    /// A file has a name that no template of the program has.
    #[error("{}: the program has no template of that name; names are those of its own templates, such as en/report.jinja or page.html", path.display())]
    Unknown {
        /// The file with that name.
        path: PathBuf,
    },

    /// A mistake in a template, found when it was read.
    #[error("template {name}: {source:#}; correct the file, or remove it to use the program's own")]
    Mistake {
        /// The template, such as `en/report.jinja`.
        name: String,
        /// minijinja's error, with the line.
        source: Error,
    },

    /// A fault in a file of phrases.
    #[error("{0}; correct the file, or remove it to use the program's own")]
    Phrases(#[from] PhraseFault),

    /// A template failed with the facts it got.
    #[error("template {name} failed: {source:#}")]
    Failed {
        /// The template, such as `en/report.jinja`.
        name: String,
        /// minijinja's error, with the line.
        source: Error,
    },
}

/// A mail as text and HTML. Its links hold stand-ins until it is sent ([`links`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// Plain text of at most 72 columns, except for orders to be copied.
    pub text: String,
    /// The same as an HTML page.
    pub html: String,
    /// The tag of the language it is in, for `Content-Language`: the one that was asked for, or
    /// English where that has no template for the mail.
    pub language: String,
}

/// The templates in one language. Copies share what they hold.
#[derive(Clone)]
pub struct Templates {
    environments: Arc<Environments>,
    language: Arc<str>,
}

struct Environments {
    /// The templates with the operator's in place of the program's, if there are any of his.
    theirs: Option<Loaded>,
    /// The program's alone.
    own: Loaded,
    /// The names of the operator's templates.
    overridden: BTreeSet<String>,
    /// What was wrong with those of the operator's templates that failed, by their names.
    failures: Mutex<BTreeMap<String, String>>,
}

/// The templates, each compiled once, and their names.
struct Loaded {
    environment: Environment<'static>,
    names: BTreeSet<String>,
}

impl Templates {
    /// The program's templates in English, with those found in the folder in place of its own.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or a file in it is no template of the program's or has a mistake in it.
    pub fn new(override_dir: Option<&Path>) -> Result<Templates, TemplateError> {
        let own = own_files();
        let mut overridden = BTreeSet::new();
        let theirs = match override_dir {
            Some(folder) => {
                let mut all = own.clone();
                let theirs = read_folder(folder)?;
                overridden.extend(theirs.keys().cloned());
                let mut layouts = own.clone();
                layouts.extend(theirs.clone());
                phrases::check_places(&theirs, &layouts)?;
                for (name, source) in theirs {
                    // A file of phrases changes single phrases of the program's; other files replace its files.
                    let ours = all.get(&name).filter(|_| name.ends_with(phrases::PHRASES));
                    let source = match ours {
                        Some(ours) => phrases::merged(ours, &name, &source)?,
                        None => source,
                    };
                    all.insert(name, source);
                }
                Some(Loaded::new(&all)?)
            }
            None => None,
        };
        let failures = Mutex::default();
        let environments = Environments { theirs, own: Loaded::new(&own)?, overridden, failures };
        Ok(Templates { environments: Arc::new(environments), language: FIRST_LANGUAGE.into() })
    }

    /// The templates of a folder alone, so that words can be tried without building.
    #[cfg(test)]
    pub(super) fn of_folder(folder: &Path) -> Result<Templates, TemplateError> {
        let environments = Environments {
            theirs: None,
            own: Loaded::new(&read_folder(folder)?)?,
            overridden: BTreeSet::new(),
            failures: Mutex::default(),
        };
        Ok(Templates { environments: Arc::new(environments), language: FIRST_LANGUAGE.into() })
    }

    /// The same templates in another language, a tag such as `de`; what that lacks is English.
    ///
    /// It need not be one of [`Language::ALL`]: an operator's folder can hold others.
    pub fn in_language(&self, language: &str) -> Templates {
        let tag: String =
            language.chars().take_while(char::is_ascii_alphanumeric).take(8).collect();
        let language = if tag.is_empty() { FIRST_LANGUAGE.to_owned() } else { tag };
        Templates {
            environments: self.environments.clone(),
            language: language.to_ascii_lowercase().into(),
        }
    }

    /// The names of the templates that are an operator's own, such as `de/report.jinja`.
    pub fn overridden(&self) -> &BTreeSet<String> {
        &self.environments.overridden
    }

    /// The operator's templates that have failed so far, so that the program's were used instead: the
    /// name of each, and what was wrong with it the last time.
    pub fn failures(&self) -> BTreeMap<String, String> {
        let failures = self.environments.failures.lock();
        failures.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tags of all languages there are templates in, the operator's too.
    pub fn languages(&self) -> Vec<String> {
        let mut tags: Vec<String> = Language::ALL.iter().map(|known| known.tag().into()).collect();
        let theirs = self.environments.theirs.iter().flat_map(|loaded| &loaded.names);
        for (tag, _) in theirs.filter_map(|name| name.split_once('/')) {
            // The pages of the site are not in any language.
            if tag != super::site::FOLDER && !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
            }
        }
        tags
    }

    /// The tag of the language that a player asks for: by what anybody calls it, or by the name of
    /// a folder of the operator's.
    pub fn language_called(&self, asked: &str) -> Option<String> {
        if let Some(language) = Language::parse(asked) {
            return Some(language.tag().to_owned());
        }
        let tag = asked.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        self.languages().into_iter().find(|known| *known == tag)
    }

    /// A mail, ready to be composed.
    ///
    /// # Errors
    ///
    /// The program's own template fails with the facts of the mail; an operator's that fails is replaced by it.
    pub fn render(&self, mail: &Mail) -> Result<Rendered, TemplateError> {
        self.render_facts(mail.kind(), mail)
    }

    /// A mail from its kind and its facts, as [`Templates::render`] makes it from a [`Mail`].
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn render_facts(
        &self,
        kind: &str,
        facts: &impl Serialize,
    ) -> Result<Rendered, TemplateError> {
        let name = format!("{}/{kind}.jinja", self.language);
        let facts = Value::from(Serde(facts));
        self.try_each(&name, |loaded| {
            let environment = &loaded.environment;
            let language =
                if loaded.names.contains(&name) { &*self.language } else { FIRST_LANGUAGE };
            let markup = environment.get_template(&name)?.render(facts.clone())?;
            let blocks = document::parse(&markup);
            // A mail and its subject are in one language.
            let subjects = format!("{language}/subjects.jinja");
            let kind = kind.replace('-', "_");
            let subject = self.call(environment, &subjects, &kind, facts.clone())?;
            let page = environment.get_template(PAGE)?.render(context! {
                language,
                subject => &subject,
                blocks => html::blocks(&blocks, &subject),
                signed => links::TOKEN_LINE,
            })?;
            let tongue = Language::parse(language).unwrap_or_default();
            let text = text::lay_out(&blocks, tongue.quotes(), tongue.colon());
            Ok(Rendered { subject, text, html: page, language: language.to_owned() })
        })
    }

    /// The tag of the language.
    pub(super) fn language(&self) -> &str {
        &self.language
    }

    /// What a macro of a template writes, as markup.
    pub(super) fn markup(
        &self,
        file: &str,
        which: &str,
        fact: Value,
    ) -> Result<String, TemplateError> {
        let name = format!("{}/{file}", self.language);
        self.try_each(&name, |loaded| {
            write(&loaded.environment, &name, which, std::slice::from_ref(&fact))
        })
    }

    /// A page from its template and facts.
    pub(super) fn page(&self, name: &str, facts: Value) -> Result<String, TemplateError> {
        self.try_each(name, |loaded| loaded.environment.get_template(name)?.render(&facts))
    }

    /// Why an action was refused, in a sentence or two that name the rule.
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn refusal(&self, refusal: &Refusal) -> Result<String, TemplateError> {
        self.sentence("say.jinja", "refusal", Value::from(Serde(refusal)))
    }

    /// What happened, in a sentence.
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn happening_sentence(&self, happening: &Happening) -> Result<String, TemplateError> {
        match happening {
            Happening::War(event) => self.sentence("say.jinja", "event", Value::from(Serde(event))),
            Happening::Club(ClubEvent::Club(news)) => {
                self.sentence("club.jinja", "event", Value::from(Serde(news)))
            }
        }
    }

    /// An order of the referee protocol in a sentence.
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn order_sentence(&self, order: &Order) -> Result<String, TemplateError> {
        self.sentence("say.jinja", "order", Value::from(Serde(order)))
    }

    /// A duel instruction as it is told, and as it can be sent back.
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn instruction_text(&self, instruction: &Instruction) -> Result<String, TemplateError> {
        self.sentence("instructions.jinja", "instruction", Value::from(Serde(instruction)))
    }

    /// A sentence of a campaign's history.
    ///
    /// # Errors
    ///
    /// As for [`Templates::render`].
    pub fn history_sentence(&self, sentence: &HistorySentence) -> Result<String, TemplateError> {
        self.sentence("history.jinja", sentence.id(), Value::from(Serde(sentence)))
    }

    /// One sentence by the macro `which` of a file of words, without the space around it.
    pub(super) fn sentence(
        &self,
        file: &str,
        which: &str,
        fact: Value,
    ) -> Result<String, TemplateError> {
        let name = format!("{}/{file}", self.language);
        self.try_each(&name, |loaded| self.call(&loaded.environment, &name, which, fact.clone()))
    }

    /// One of a template's sentences as bare text.
    fn call(
        &self,
        environment: &Environment<'static>,
        template: &str,
        sentence: &str,
        facts: Value,
    ) -> Result<String, Error> {
        Ok(document::plain(&write(environment, template, sentence, &[facts])?))
    }

    /// Renders with the operator's templates, if there are any, and where these fail with the program's.
    /// The failure of an operator's template is logged and noted for [`Templates::failures`].
    fn try_each<T>(
        &self,
        name: &str,
        render: impl Fn(&Loaded) -> Result<T, Error>,
    ) -> Result<T, TemplateError> {
        let Environments { theirs, own, .. } = &*self.environments;
        if let Some(loaded) = theirs {
            match render(loaded) {
                Ok(rendered) => return Ok(rendered),
                Err(error) => {
                    let what = format!("{error:#}");
                    tracing::warn!(
                        template = name,
                        error = what,
                        "a template of the operator's failed; the program's own is used"
                    );
                    // Where it failed may be in a file that the template includes.
                    let place = error.name().unwrap_or(name).to_owned();
                    let failures = self.environments.failures.lock();
                    failures.unwrap_or_else(PoisonError::into_inner).insert(place, what);
                }
            }
        }
        render(own).map_err(|source| TemplateError::Failed { name: name.to_owned(), source })
    }
}

/// What a macro writes.
fn write(
    environment: &Environment<'static>,
    template: &str,
    which: &str,
    facts: &[Value],
) -> Result<String, Error> {
    let template = environment.get_template(template)?;
    let mut captured = template.render_captured(())?;
    captured.with_state_mut(|state| state.call_macro(which, facts))
}

/// The files in a folder and its subfolders, by the names of templates.
///
/// A language need not be one of the program's, but each of its files must have the name of an English
/// file or of a layout.
fn read_folder(folder: &Path) -> Result<BTreeMap<String, String>, TemplateError> {
    let mut found = BTreeMap::new();
    for path in entries(folder)? {
        if path.is_dir() {
            for file in entries(&path)? {
                let language = file_name(&path);
                let name = format!("{language}/{}", file_name(&file));
                let own = format!("{FIRST_LANGUAGE}/{}", file_name(&file));
                let layout = format!("{LAYOUT}/{}", file_name(&file));
                let like = [name.clone(), own, layout];
                take(&mut found, &file, name, &like)?;
            }
        } else {
            let name = file_name(&path);
            take(&mut found, &path, name.clone(), &[name])?;
        }
    }
    Ok(found)
}

/// Adds one file to those found; `like` are the names of which the program must have one.
fn take(
    found: &mut BTreeMap<String, String>,
    path: &Path,
    name: String,
    like: &[String],
) -> Result<(), TemplateError> {
    // Editors leave such files behind.
    let file = file_name(path);
    if file.starts_with('.') || file.ends_with('~') {
        return Ok(());
    }
    if !COMPILED_IN.iter().any(|(known, _)| like.iter().any(|like| like == known)) {
        return Err(TemplateError::Unknown { path: path.to_owned() });
    }
    let source = std::fs::read_to_string(path)
        .map_err(|source| TemplateError::Unreadable { path: path.to_owned(), source })?;
    found.insert(name, source);
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, TemplateError> {
    let unreadable = |source| TemplateError::Unreadable { path: folder.to_owned(), source };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Loaded {
    fn new(files: &BTreeMap<String, String>) -> Result<Loaded, TemplateError> {
        let sources = link::linked(&phrases::templates(files, FIRST_LANGUAGE)?, FIRST_LANGUAGE);
        let names: BTreeSet<String> = sources.keys().cloned().collect();
        let environment = environment(sources);
        for name in &names {
            if let Err(source) = environment.get_template(name) {
                return Err(TemplateError::Mistake { name: name.clone(), source });
            }
        }
        Ok(Loaded { environment, names })
    }
}

/// The engine with these templates, and with the functions and filters that they use.
fn environment(sources: BTreeMap<String, String>) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|name| match name {
        PAGE | site::PAGE => AutoEscape::Html,
        _ => AutoEscape::Custom("document".into()),
    });
    environment.set_formatter(|out, state, value| {
        if value.is_none() {
            let detail = "a fact that is not there was to be printed";
            return Err(Error::new(minijinja::ErrorKind::UndefinedError, detail));
        }
        if matches!(state.auto_escape(), AutoEscape::Custom(_)) && !value.is_safe() {
            return std::fmt::Write::write_str(out, &escape(&value.to_string()))
                .map_err(Error::from);
        }
        minijinja::escape_formatter(out, state, value)
    });
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    // An import of `words.jinja` means the file in the folder of the importing template.
    environment.set_path_join_callback(|name, parent| match parent.split_once('/') {
        Some((language, _)) => Cow::Owned(format!("{language}/{name}")),
        None => Cow::Borrowed(name),
    });
    environment.add_function("city", names::Cities::default().function());
    environment.add_function("scenario", names::scenario);
    environment.add_function("scenarios", names::scenarios);
    environment.add_function("suit_of", |city: &str| names::suit_of(city));
    environment.add_filter("card", |card: &str| names::card(card));
    environment.add_filter("line", |text: &Value| {
        let markup = if text.is_safe() { text.to_string() } else { escape(&text.to_string()) };
        Value::from_safe_string(squeeze(&markup))
    });
    environment.set_loader(move |name| {
        let first = name.split_once('/').map(|(_, file)| format!("{FIRST_LANGUAGE}/{file}"));
        Ok(sources.get(name).or_else(|| sources.get(&first?)).cloned())
    });
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_file_is_compiled_in_and_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let found = read_folder(&folder).expect("every file of the folder is known");
        let compiled_in = own_files();
        assert!(found == compiled_in, "what is compiled in is what lies in the folder");
        let folders = compiled_in.keys().filter_map(|name| name.split_once('/'));
        for (language, file) in folders {
            let known = [LAYOUT, site::FOLDER].contains(&language)
                || Language::from_tag(language).is_some();
            assert!(known, "{language}/{file}: no such language");
        }
    }
}
