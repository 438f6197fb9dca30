const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be an id at all; what cannot is never asked of the database. */
export const isId = (text: unknown): text is string => typeof text === 'string' && ID.test(text);

/** The ids of some rows, in their order. */
export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
