/**
 * The header by which callers see their own writes at once, where reads may come from a replica:
 * every answer to a write carries the place in the database's log that it lies before, and a read that
 * sends the greatest of them back comes from whoever has it. Sixteen hex digits, ordered as text.
 */
export const READ_AFTER = 'read-after';
export const POSITION = /^[0-9a-f]{16}$/;

/** What somebody sends who has written nothing for a minute: by then every replica in use has it. */
export const ANY_POSITION = '0'.repeat(16);
export const POSITION_COUNTS_MS = 60_000;
