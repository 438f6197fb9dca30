const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
const isWrapper = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** Returns the `<font>` of a translator that took the place of a removed text, if any. */
const findWrapper = ({ addedNodes, previousSibling, nextSibling }: MutationRecord) =>
	[...addedNodes, previousSibling, nextSibling].find(isWrapper);

const restoreTexts = (records: readonly MutationRecord[]) => {
	for (const record of records) {
		const wrapper = findWrapper(record);
		const texts = [...record.removedNodes].filter(isText);
		if (wrapper?.isConnected && texts.length > 0) wrapper.replaceWith(...texts);
	}
};

/**
 * Puts texts back that a translator replaces by `<font>` elements although the page asks not to be translated. React
 * updates its own texts: a replaced one would show an old amount, and its removal would throw.
 */
export const keepOriginalTexts = () =>
	new MutationObserver(restoreTexts).observe(document.body, { childList: true, subtree: true });
