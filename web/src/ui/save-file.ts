/** Has the browser save what was made here as a file. */
export const saveFile = (parts: BlobPart[], name: string, type: string) => {
	const address = URL.createObjectURL(new Blob(parts, { type }));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
