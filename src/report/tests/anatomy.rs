//! What a template is made of: macros with their parameters, dictionaries with their keys, and
//! the facts it prints. Read off the syntax tree, so that languages can be compared.
//!
//! A fact is named by the way to it from a macro's parameter or from the mail: `e.city`,
//! `table.nations[].needs`. What only decides between wordings is not printed. A private macro
//! (`_name`) is seen through: what it prints of its arguments counts where it is called.

use minijinja::machinery::ast::{Call, CallArg, Expr, Macro, Stmt};
use minijinja::machinery::parse;
use std::collections::{BTreeMap, BTreeSet};

/// Names that templates have without being given them.
const GLOBALS: [&str; 6] = ["loop", "city", "suit_of", "range", "scenario", "scenarios"];

/// One template file.
#[derive(Default, Debug)]
pub struct Anatomy {
    /// The parameters of each macro, as `name` or `name=` if it may be left out.
    pub macros: BTreeMap<String, Vec<String>>,
    /// The keys of each dictionary.
    pub dictionaries: BTreeMap<String, BTreeSet<String>>,
    /// The facts that each macro prints, and under the empty name those of the mail itself.
    pub printed: BTreeMap<String, Facts>,
    /// What it uses of itself and of other files: file, empty for its own, and name; the name is
    /// `*` where any may be meant.
    pub uses: BTreeSet<(String, String)>,
}

/// What is printed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Facts {
    pub all: BTreeSet<String>,
    /// Those that are printed otherwise than by a word of the language's own or a private macro,
    /// which may need them for its grammar only.
    pub plain: BTreeSet<String>,
}

/// Reads a template. `own_words` are the macros of `words.jinja` that only this language has.
pub fn anatomy(name: &str, source: &str, own_words: &BTreeSet<String>) -> Anatomy {
    let tree = parse(source, name, Default::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    let Stmt::Template(template) = &tree else { panic!("{name} is no template") };
    let mut reader = MailReader {
        file: name,
        own_words,
        macros: BTreeMap::new(),
        imports: BTreeMap::new(),
        anatomy: Anatomy::default(),
        found: Facts::default(),
        prints: true,
        in_own_word: false,
        open: Vec::new(),
    };
    for statement in &template.children {
        if let Stmt::Macro(found) = statement {
            reader.macros.insert(found.name.to_owned(), found);
        }
    }
    let mut scope = Scope { names: BTreeMap::new(), is_mail: true };
    reader.statements(&template.children, &mut scope);
    let of_the_mail = std::mem::take(&mut reader.found);
    reader.anatomy.printed.insert(String::new(), of_the_mail);
    for (name, found) in reader.macros.clone() {
        let named =
            |argument: &Expr| (variable(argument).to_owned(), Some(variable(argument).to_owned()));
        let mut scope = Scope { names: found.args.iter().map(named).collect(), is_mail: false };
        reader.statements(&found.body, &mut scope);
        let facts = std::mem::take(&mut reader.found);
        reader.anatomy.macros.insert(name.clone(), parameters(found));
        reader.anatomy.printed.insert(name, facts);
    }
    reader.anatomy
}

fn parameters(found: &Macro) -> Vec<String> {
    let required = found.args.len() - found.defaults.len();
    let name = |(place, argument): (usize, &Expr)| {
        format!("{}{}", variable(argument), if place < required { "" } else { "=" })
    };
    found.args.iter().enumerate().map(name).collect()
}

fn variable<'a>(expression: &Expr<'a>) -> &'a str {
    match expression {
        Expr::Var(variable) => variable.id,
        other => panic!("a name was expected, not a {}", other.description()),
    }
}

/// What names stand for: a fact, or something of the template's own.
#[derive(Clone)]
struct Scope {
    names: BTreeMap<String, Option<String>>,
    /// Unknown names are facts of the mail.
    is_mail: bool,
}

struct MailReader<'t, 's> {
    file: &'t str,
    own_words: &'t BTreeSet<String>,
    macros: BTreeMap<String, &'t Macro<'s>>,
    imports: BTreeMap<String, String>,
    anatomy: Anatomy,
    found: Facts,
    /// Not within a condition.
    prints: bool,
    /// Within an argument of a word of the language's own, or within a private macro.
    in_own_word: bool,
    /// The macros being read.
    open: Vec<String>,
}

impl<'t, 's> MailReader<'t, 's> {
    fn statements(&mut self, statements: &'t [Stmt<'s>], scope: &mut Scope) {
        for statement in statements {
            match statement {
                Stmt::EmitRaw(_) | Stmt::Macro(_) | Stmt::Continue(_) | Stmt::Break(_) => {}
                Stmt::EmitExpr(emit) => self.expression(&emit.expr, scope),
                Stmt::IfCond(choice) => {
                    self.condition(&choice.expr, scope);
                    self.statements(&choice.true_body, scope);
                    self.statements(&choice.false_body, scope);
                }
                Stmt::ForLoop(each) => {
                    let mut within = scope.clone();
                    let of = self.fact(&each.iter, scope);
                    match &of {
                        Some(_) => self.condition(&each.iter, scope),
                        None => self.expression(&each.iter, scope),
                    }
                    let part = |suffix: &str| of.as_ref().map(|of| format!("{of}[]{suffix}"));
                    if let Expr::Var(name) = &each.target {
                        within.names.insert(name.id.to_owned(), part(""));
                    } else {
                        let targets = match &each.target {
                            Expr::Tuple(tuple) => &tuple.items,
                            Expr::List(list) => &list.items,
                            other => panic!("{}: {}", self.file, other.description()),
                        };
                        for (place, target) in targets.iter().enumerate() {
                            let name = variable(target).to_owned();
                            within.names.insert(name, part(&format!(".{place}")));
                        }
                    }
                    each.filter_expr.iter().for_each(|only| self.condition(only, &within));
                    self.statements(&each.body, &mut within);
                    self.statements(&each.else_body, scope);
                }
                Stmt::Set(set) => {
                    let name = variable(&set.target).to_owned();
                    if let Expr::Map(map) = &set.expr {
                        let keys = map.keys.iter().filter_map(Expr::as_const);
                        let keys = keys.map(|key| key.to_string()).collect();
                        self.anatomy.dictionaries.insert(name.clone(), keys);
                    }
                    let of = self.fact(&set.expr, scope);
                    match &of {
                        Some(_) => self.condition(&set.expr, scope),
                        None => self.expression(&set.expr, scope),
                    }
                    scope.names.insert(name, of);
                }
                Stmt::SetBlock(set) => {
                    self.statements(&set.body, scope);
                    scope.names.insert(variable(&set.target).to_owned(), None);
                }
                Stmt::Import(import) => {
                    let file = match import.expr.as_const() {
                        Some(file) => file.to_string(),
                        None => panic!("{}: an import by a name that is computed", self.file),
                    };
                    self.imports.insert(variable(&import.name).to_owned(), file);
                }
                other => panic!("{}: a statement that no template needs: {other:?}", self.file),
            }
        }
    }

    /// Which fact an expression is, if it is one: the way to it.
    fn fact(&self, expression: &Expr, scope: &Scope) -> Option<String> {
        match expression {
            Expr::Var(name) => match scope.names.get(name.id) {
                Some(fact) => fact.clone(),
                None => {
                    let own = self.imports.contains_key(name.id)
                        || self.macros.contains_key(name.id)
                        || GLOBALS.contains(&name.id);
                    (scope.is_mail && !own).then(|| name.id.to_owned())
                }
            },
            Expr::GetAttr(member) => {
                Some(format!("{}.{}", self.fact(&member.expr, scope)?, member.name))
            }
            Expr::GetItem(item) => Some(format!("{}[]", self.fact(&item.expr, scope)?)),
            Expr::Slice(slice) => self.fact(&slice.expr, scope),
            Expr::Filter(filter) => {
                let of = self.fact(filter.expr.as_ref()?, scope)?;
                let one = matches!(filter.name, "first" | "last" | "min" | "max");
                Some(if one { format!("{of}[]") } else { of })
            }
            _ => None,
        }
    }

    /// An expression that only decides.
    fn condition(&mut self, expression: &'t Expr<'s>, scope: &Scope) {
        let printed = std::mem::replace(&mut self.prints, false);
        self.expression(expression, scope);
        self.prints = printed;
    }

    fn expression(&mut self, expression: &'t Expr<'s>, scope: &Scope) {
        if let Some(fact) = self.fact(expression, scope)
            && self.prints
        {
            if !self.in_own_word {
                self.found.plain.insert(fact.clone());
            }
            self.found.all.insert(fact);
        }
        match expression {
            Expr::Const(_) => {}
            Expr::Var(name) => {
                let (file, name) = match self.imports.get(name.id) {
                    Some(file) => (file.clone(), "*".to_owned()),
                    None => (String::new(), name.id.to_owned()),
                };
                self.anatomy.uses.insert((file, name));
            }
            Expr::GetAttr(member) => match &member.expr {
                Expr::Var(name) if self.imports.contains_key(name.id) => {
                    let file = self.imports[name.id].clone();
                    self.anatomy.uses.insert((file, member.name.to_owned()));
                }
                _ => self.part(&member.expr, scope),
            },
            Expr::GetItem(item) => {
                self.part(&item.expr, scope);
                self.expression(&item.subscript_expr, scope);
            }
            Expr::Slice(slice) => self.part(&slice.expr, scope),
            Expr::Filter(filter) => {
                filter.expr.iter().for_each(|of| self.part(of, scope));
                self.arguments(&filter.args, scope);
            }
            Expr::IfExpr(choice) => {
                self.condition(&choice.test_expr, scope);
                self.expression(&choice.true_expr, scope);
                choice.false_expr.iter().for_each(|other| self.expression(other, scope));
            }
            Expr::BinOp(both) => {
                self.expression(&both.left, scope);
                self.expression(&both.right, scope);
            }
            Expr::UnaryOp(one) => self.expression(&one.expr, scope),
            Expr::Compare(all) => {
                self.condition(&all.expr, scope);
                all.ops.iter().for_each(|other| self.condition(&other.expr, scope));
            }
            Expr::Test(test) => {
                self.condition(&test.expr, scope);
                self.arguments(&test.args, scope);
            }
            Expr::List(list) => list.items.iter().for_each(|one| self.expression(one, scope)),
            Expr::Tuple(list) => list.items.iter().for_each(|one| self.expression(one, scope)),
            Expr::Map(map) => map.values.iter().for_each(|one| self.expression(one, scope)),
            Expr::Call(call) => self.call(call, scope),
        }
    }

    /// An expression of which a fact is made that has been noted.
    fn part(&mut self, expression: &'t Expr<'s>, scope: &Scope) {
        match self.fact(expression, scope) {
            Some(_) => self.condition(expression, scope),
            None => self.expression(expression, scope),
        }
    }

    fn arguments(&mut self, arguments: &'t [CallArg<'s>], scope: &Scope) {
        for argument in arguments {
            let (CallArg::Pos(given)
            | CallArg::Kwarg(_, given)
            | CallArg::PosSplat(given)
            | CallArg::KwargSplat(given)) = argument;
            self.expression(given, scope);
        }
    }

    fn call(&mut self, call: &'t Call<'s>, scope: &Scope) {
        if let Expr::Var(name) = &call.expr
            && let Some(found) = self.macros.get(name.id).copied()
        {
            self.anatomy.uses.insert((String::new(), name.id.to_owned()));
            return self.see_through(found, &call.args, scope);
        }
        self.condition(&call.expr, scope);
        let own_word = match &call.expr {
            Expr::GetAttr(member) => match &member.expr {
                Expr::Var(name) => {
                    self.imports.get(name.id).is_some_and(|file| file == "words.jinja")
                        && self.own_words.contains(member.name)
                }
                _ => false,
            },
            _ => false,
        };
        let within = self.in_own_word;
        self.in_own_word |= own_word;
        self.arguments(&call.args, scope);
        self.in_own_word = within;
    }

    /// A macro of the same file prints what it prints of its arguments.
    fn see_through(&mut self, found: &'t Macro<'s>, given: &'t [CallArg<'s>], scope: &Scope) {
        let mut within = Scope { names: BTreeMap::new(), is_mail: false };
        for argument in &found.args {
            within.names.insert(variable(argument).to_owned(), None);
        }
        for (place, argument) in given.iter().enumerate() {
            let (name, value) = match argument {
                CallArg::Pos(value) => (found.args.get(place).map(variable), value),
                CallArg::Kwarg(name, value) => (Some(*name), value),
                CallArg::PosSplat(value) | CallArg::KwargSplat(value) => (None, value),
            };
            match (name, self.fact(value, scope)) {
                (Some(name), Some(fact)) => {
                    self.condition(value, scope);
                    within.names.insert(name.to_owned(), Some(fact));
                }
                _ => self.expression(value, scope),
            }
        }
        if self.open.iter().any(|open| open == found.name) {
            return;
        }
        self.open.push(found.name.to_owned());
        let in_own_word = self.in_own_word;
        self.in_own_word |= found.name.starts_with('_');
        self.statements(&found.body, &mut within);
        self.in_own_word = in_own_word;
        self.open.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(facts: &Facts) -> Vec<&str> {
        facts.all.iter().map(String::as_str).collect()
    }

    #[test]
    fn facts_are_those_that_are_printed() {
        let own = BTreeSet::from(["ending".to_owned()]);
        let source = r#"{% import "words.jinja" as words %}
            {% set names = {"a": "A", 2: "B"} %}
            {% macro _s(list) %}{% if list|length == 1 %}s{% endif %}{% endmacro %}
            {% macro side(x, loud=false) %}{{ words.join(x.pieces) }} {{ x.city|upper }}{% endmacro %}
            {% macro moved(e) %}{{ side(e.attacker) }} go{{ _s(e.by) }}{% for one in e.troops %}
              {{ one.general }}{% endfor %}{{ "no" if e.hidden else "yes" }}{% endmacro %}
            {{ names[mail.kind] }} {{ words.ending(grammar) }} {% if decided %}x{% endif %}
            {% for deck, cards in piles|items %}{{ cards }}{% endfor %}"#;
        let found = anatomy("test", source, &own);
        assert_eq!(
            all(&found.printed["moved"]),
            ["e.attacker.city", "e.attacker.pieces", "e.troops[].general"]
        );
        assert_eq!(all(&found.printed[""]), ["grammar", "mail.kind", "piles[].1"]);
        assert!(!found.printed[""].plain.contains("grammar"));
        assert_eq!(found.macros["side"], ["x", "loud="]);
        assert_eq!(found.dictionaries["names"], BTreeSet::from(["2".into(), "a".into()]));
        let uses = |file: &str, name: &str| found.uses.contains(&(file.into(), name.into()));
        assert!(uses("", "names") && uses("", "side") && uses("words.jinja", "join"));
        assert!(!uses("", "moved"));
    }
}
