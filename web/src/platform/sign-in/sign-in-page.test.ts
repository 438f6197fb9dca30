import { describe, expect, it } from 'vitest';
import { checkTarget } from './sign-in-page.tsx';

const to = (target: string | undefined) => checkTarget(target, 'https://console.example');

describe('safeTarget', () => {
	it('keeps a page of the console or API reference, with search and hash', () => {
		expect(to('/admin/topics?search=ohm&page=2#x')).toBe('/admin/topics?search=ohm&page=2#x');
		expect(to('/admin')).toBe('/admin');
		expect(to('/api/docs')).toBe('/api/docs');
	});

	it.each([
		undefined,
		'',
		'/sign-in',
		'/administrator',
		'/api/auth/sign-out',
		'//evil.example/admin',
		'/\\evil.example/admin',
		'https://evil.example/admin',
		'https://console.example.evil.example/admin',
		'javascript:alert(1)//admin',
		'data:text/html,/admin',
		'/admin/../api/keys',
		'http://console.example/admin',
	])('returns /admin for %j', (target) => {
		expect(to(target)).toBe('/admin');
	});
});
