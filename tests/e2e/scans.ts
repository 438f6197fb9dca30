import {
	concatTransformationMatrix,
	drawObject,
	PDFDocument,
	PDFName,
	popGraphicsState,
	pushGraphicsState,
} from 'pdf-lib';

/** Returns a PDF with pages 'Page 1' and so on, each with `padding` incompressible bytes. */
export const pagesOf = async (count: number, padding = 0) => {
	const document = await PDFDocument.create();
	for (let number = 1; number <= count; number++) {
		const page = document.addPage([595, 842]);
		page.drawText(`Page ${number}`, { x: 60, y: 700, size: 40 });
		const noise = crypto.getRandomValues(new Uint8Array(Math.min(padding, 65_536)));
		const chunks = Array.from({ length: Math.ceil(padding / 65_536) }, () => noise);
		const stream = document.context.stream(Buffer.concat(chunks));
		page.node.set(PDFName.of('Padding'), document.context.register(stream));
	}
	return Buffer.from(await document.save({ useObjectStreams: false }));
};

/** Returns a PDF of one black page in CCITT fax encoding, which needs a separate decoder. */
export const scan = async () => {
	const document = await PDFDocument.create();
	const page = document.addPage([200, 200]);
	// Eight white lines in Group 4 encoding, one bit each, and the end code; `Decode` inverts them to black.
	const fax = document.context.stream(new Uint8Array([0xff, 0x00, 0x10, 0x01]), {
		Type: 'XObject',
		Subtype: 'Image',
		Width: 8,
		Height: 8,
		ColorSpace: 'DeviceGray',
		BitsPerComponent: 1,
		Decode: [1, 0],
		Filter: 'CCITTFaxDecode',
		DecodeParms: { K: -1, Columns: 8, Rows: 8 },
	});
	page.node.setXObject(PDFName.of('Fax'), document.context.register(fax));
	page.pushOperators(
		pushGraphicsState(),
		concatTransformationMatrix(200, 0, 0, 200, 0, 0),
		drawObject('Fax'),
		popGraphicsState(),
	);
	return Buffer.from(await document.save());
};
