/** The product's name, which the server writes into the page. */
export const product =
	document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content || 'Ufundi';
