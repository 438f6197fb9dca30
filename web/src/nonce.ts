/** The nonce of this page's Content-Security-Policy, for styles that are added at run time. */
export const nonce =
	document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// react-remove-scroll, which every dialog uses, calls `get-nonce`, which reads this global.
Object.assign(globalThis, { __webpack_nonce__: nonce });
