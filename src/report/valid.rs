//! Whether a page is valid HTML: it is parsed as the standard says, without a single parse error, and
//! what refers to something finds it.

use html5ever::parse_document;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::BTreeSet;

/// What must stand within what.
const WITHIN: [(&str, &[&str]); 7] = [
    ("li", &["ul", "ol", "menu"]),
    ("tr", &["tbody", "thead", "tfoot", "table"]),
    ("td", &["tr"]),
    ("th", &["tr"]),
    ("area", &["map"]),
    ("dt", &["dl", "div"]),
    ("dd", &["dl", "div"]),
];
/// What must have an attribute that is not empty.
const NEEDED: [(&str, &str); 5] =
    [("img", "alt"), ("img", "src"), ("area", "alt"), ("area", "href"), ("a", "href")];

#[derive(Default)]
struct Found {
    ids: Vec<String>,
    maps: BTreeSet<String>,
    used: BTreeSet<String>,
    headings: Vec<u8>,
}

/// Panics with what is wrong.
pub(crate) fn assert_valid(name: &str, page: &str) {
    let dom = parse_document(RcDom::default(), Default::default()).one(page);
    let errors = dom.errors.borrow();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let mut found = Found::default();
    walk(name, &dom.document, "", &mut found);
    let once: BTreeSet<&String> = found.ids.iter().collect();
    assert_eq!(once.len(), found.ids.len(), "{name}: an id twice: {:?}", found.ids);
    for map in &found.used {
        assert!(found.maps.contains(map), "{name}: no map {map}");
    }
    assert_eq!(found.headings.first(), Some(&1), "{name}: the title comes first");
    assert_eq!(found.headings.iter().filter(|level| **level == 1).count(), 1, "{name}");
}

fn walk(name: &str, node: &Handle, parent: &str, found: &mut Found) {
    let mut here = String::new();
    if let NodeData::Element { name: tag, attrs, .. } = &node.data {
        here = tag.local.to_string();
        let attrs = attrs.borrow();
        let value = |of: &str| {
            attrs.iter().find(|attr| &*attr.name.local == of).map(|attr| attr.value.to_string())
        };
        for (element, parents) in WITHIN {
            assert!(element != here || parents.contains(&parent), "{name}: {here} in {parent}");
        }
        for (element, attribute) in NEEDED {
            let given = value(attribute).is_some_and(|text| !text.trim().is_empty());
            assert!(element != here || given, "{name}: {here} without {attribute}");
        }
        found.ids.extend(value("id"));
        if here == "map" {
            found.maps.extend(value("name"));
        }
        found.used.extend(value("usemap").map(|map| map.trim_start_matches('#').to_owned()));
        if let ["h", level] = [here.get(..1).unwrap_or(""), here.get(1..).unwrap_or("")] {
            found.headings.extend(level.parse::<u8>());
        }
    }
    for child in node.children.borrow().iter() {
        walk(name, child, &here, found);
    }
}

#[test]
#[should_panic(expected = "li in div")]
fn an_item_outside_a_list_is_found() {
    let page =
        "<!DOCTYPE html><html lang=\"en\"><title>t</title><body><h1>t</h1><div><li>a</li></div>";
    assert_valid("page", page);
}

#[test]
#[should_panic(expected = "page: [")]
fn an_element_that_does_not_end_is_found() {
    let page = "<!DOCTYPE html><html lang=\"en\"><title>t</title><body><h1>t</h1><p><strong>a</p>";
    assert_valid("page", page);
}
