let aheadMs = 0;

/** Returns the current time in milliseconds. The console uses the server's clock, whatever the device's clock says. */
export const now = () => Date.now() + aheadMs;

/** Returns how far the server's clock is ahead of the device's, in milliseconds; 0 on the server. */
export const getAheadMs = () => aheadMs;

/** Sets how far the server's clock is ahead of the device's, in milliseconds. */
export const setAheadMs = (ms: number) => {
	aheadMs = ms;
};
