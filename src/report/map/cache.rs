//! Pictures that have just been drawn: readers who may see the same get the same rendering.
//!
//! A picture is found by its facts and nothing else, so nobody gets one that shows more than he may
//! know. Only the newest are kept.

use super::facts::Picture;
use super::frame::{Crop, Frame};
use super::raster::MapError;
use super::{overlay, raster};
use std::sync::{Arc, Mutex, PoisonError};

/// How many pictures are kept: those of a few games, some megabytes at most.
const KEPT: usize = 48;

type Drawn = (Picture, Crop, Arc<[u8]>);

/// Newest last.
static CACHE: Mutex<Vec<Drawn>> = Mutex::new(Vec::new());

/// The picture as PNG: from the cache, or drawn now.
///
/// # Errors
///
/// See [`MapError`].
pub(super) fn png(picture: &Picture, crop: Crop) -> Result<Arc<[u8]>, MapError> {
    let lock = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |known: &Drawn| known.1 == crop && known.0 == *picture;
    if let Some((.., bytes)) = lock().iter().rfind(|known| is_it(known)) {
        return Ok(bytes.clone());
    }
    let frame = Frame::of(crop, picture);
    // Drawn without the lock: another thread may draw another picture meanwhile.
    let bytes: Arc<[u8]> =
        raster::png(&frame, |canvas| overlay::draw(canvas, picture, &frame))?.into();
    let mut cache = lock();
    if cache.len() >= KEPT {
        cache.remove(0);
    }
    cache.push((picture.clone(), crop, bytes.clone()));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Seat, Setup};
    use crate::simulate;

    #[test]
    fn the_same_facts_share_one_rendering_and_others_do_not() {
        let (state, _) = simulate::recorded_game(Setup::default(), 3, 1);
        let picture = |seat| Picture::new(&state.view(seat), &[], &[]);
        let (own, public) = (picture(Some(Seat::Frederick)), picture(None));
        let drawn = |picture: &Picture, crop| png(picture, crop).expect("drawn");
        let first = drawn(&own.overview(), Crop::Overview);
        assert!(Arc::ptr_eq(&first, &drawn(&public.overview(), Crop::Overview)));
        assert!(!Arc::ptr_eq(&drawn(&own, Crop::Auto), &drawn(&public, Crop::Auto)));
    }
}
