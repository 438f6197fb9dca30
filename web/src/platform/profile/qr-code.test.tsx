import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const ADDRESS =
	'otpauth://totp/Ufundi:wanjiku%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Ufundi&digits=6&period=30';
/** Pixels of a camera for one cell. */
const SCALE = 4;

/** Returns a camera image of a code: black cells on white. */
const photographed = (size: number, path: string) => {
	const width = size * SCALE;
	const data = new Uint8Array(width * width * 4).fill(255);
	for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
		for (let dy = 0; dy < SCALE; dy++)
			for (let dx = 0; dx < SCALE; dx++) {
				const at = ((Number(y) * SCALE + dy) * width + Number(x) * SCALE + dx) * 4;
				data.fill(0, at, at + 3);
			}
	return { width, height: width, data };
};

it('renders a QR code that decodes to its text', () => {
	render(<QrCode text={ADDRESS} label="QR code" />);
	const picture = screen.getByRole('img', { name: 'QR code' });
	const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]);
	const path = picture.querySelector('path')?.getAttribute('d') ?? '';
	expect(decodeQR(photographed(size, path))).toBe(ADDRESS);
});
