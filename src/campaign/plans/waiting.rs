//! Complete sets of movement orders that wait for their time.

use crate::campaign::plans::keys::OrdersKey;
use crate::campaign::table::progress::Progress;
use crate::store::{StoreError, Timer, TimerKind};
use chrono::{DateTime, Utc};

/// Has the set of movement orders of this name carried out then. Returns the time.
pub(crate) fn set_orders(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
    due: DateTime<Utc>,
) -> Result<DateTime<Utc>, StoreError> {
    let key = OrdersKey { seat, draft }.to_string();
    progress.tx.set_timer(&Timer { game: progress.game.id, due, kind: TimerKind::Orders, key })?;
    Ok(due)
}
