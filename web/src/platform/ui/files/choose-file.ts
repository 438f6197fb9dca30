/** The file of a kind of content: the field that has its link, and the types that it may have. */
export interface FileSlot {
	field: string;
	extensions: readonly string[];
}

/** Opens the file chooser of the browser. */
export const chooseFile = ({ extensions }: FileSlot, take: (file: File) => void) => {
	const input = document.createElement('input');
	input.type = 'file';
	input.accept = extensions.map((extension) => `.${extension}`).join(',');
	input.onchange = () => input.files?.[0] && take(input.files[0]);
	input.click();
};
