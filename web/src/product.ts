/** The product's name, as the server wrote it into the page. */
export const product =
	document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content || 'Ufundi';
