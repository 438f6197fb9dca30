/** The nonce of this page's Content-Security-Policy: styles made at run time need it. */
export const nonce =
	document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// react-remove-scroll, under every dialog, asks `get-nonce`, which reads this global.
Object.assign(globalThis, { __webpack_nonce__: nonce });
