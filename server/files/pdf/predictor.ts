import { type Dictionary, Unreadable } from './syntax.ts';

const MAX_ROW = 1024 ** 2;

const paeth = (left: number, up: number, upLeft: number) => {
	const guess = left + up - upLeft;
	const toLeft = Math.abs(guess - left);
	const toUp = Math.abs(guess - up);
	const toUpLeft = Math.abs(guess - upLeft);
	if (toLeft <= toUp && toLeft <= toUpLeft) return left;
	return toUp <= toUpLeft ? up : upLeft;
};

/** The kinds of PNG filters by their number (PNG, 9.2). */
const guesses = [
	() => 0,
	(left: number) => left,
	(_: number, up: number) => up,
	(left: number, up: number) => (left + up) >> 1,
	paeth,
];

const undoPng = (data: Buffer, row: number, pixel: number) => {
	const rows = Math.ceil(data.length / (row + 1));
	const bytes = Buffer.alloc(rows * row);
	for (let number = 0; number < rows; number++) {
		const from = number * (row + 1);
		const guess = guesses[data[from] as number];
		if (!guess) throw new Unreadable();
		const to = number * row;
		for (let at = 0; at < row; at++) {
			const left = at < pixel ? 0 : (bytes[to + at - pixel] as number);
			const up = number === 0 ? 0 : (bytes[to + at - row] as number);
			const upLeft = at < pixel || number === 0 ? 0 : (bytes[to + at - row - pixel] as number);
			bytes[to + at] = (data[from + 1 + at] ?? 0) + guess(left, up, upLeft);
		}
	}
	return bytes;
};

const undoTiff = (data: Buffer, row: number, pixel: number) => {
	const bytes = Buffer.from(data);
	for (let at = 0; at < bytes.length; at++)
		if (at % row >= pixel) bytes[at] = (bytes[at] as number) + (bytes[at - pixel] as number);
	return bytes;
};

/** What stood there before a predictor made it pack better (ISO 32000-1, 7.4.4.4). */
export const undoPredictor = (data: Buffer, parameters: Dictionary) => {
	const whole = (key: string, otherwise: number) => {
		const value = parameters.get(key) ?? otherwise;
		if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 100_000)
			throw new Unreadable();
		return value as number;
	};
	const predictor = whole('Predictor', 1);
	if (predictor === 1) return data;
	const bits = whole('Colors', 1) * whole('BitsPerComponent', 8);
	const row = Math.ceil((bits * whole('Columns', 1)) / 8);
	const pixel = Math.ceil(bits / 8);
	if (row > MAX_ROW) throw new Unreadable();
	if (predictor >= 10 && predictor <= 15) return undoPng(data, row, pixel);
	if (predictor !== 2 || whole('BitsPerComponent', 8) !== 8) throw new Unreadable();
	return undoTiff(data, row, pixel);
};
