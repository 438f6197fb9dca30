/** The package brings no types; these are the parts that the bench uses. */
declare module 'autocannon';
