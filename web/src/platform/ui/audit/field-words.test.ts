import { describe, expect, it } from 'vitest';
import { formatValue, getFieldLabel } from './field-words.ts';

describe('audit trail', () => {
	it.each([
		['course', 'price', 'Price (KES)'],
		['topic', 'order_num', 'Display Order'],
		['subject', 'free', 'Free Subject'],
		['pastpaper', 'free', 'Access'],
		['person', 'last_used_at', 'Last used at'],
	])('labels %s.%s %s', (kind, field, label) => {
		expect(getFieldLabel(kind, field)).toBe(label);
	});

	it.each([
		['course', 'price', 4500, 'KES 4,500'],
		['course', 'category_id', 'cat_artisan', 'Artisan'],
		['course', 'category_id', 'cat_gone', 'cat_gone'],
		['topic', 'published', false, 'Draft'],
		['subject', 'published', true, 'Yes'],
		['topic', 'free', true, 'Free'],
		['pastpaper', 'order_num', 0, '0'],
		['pastpaper', 'subject_id', { id: 'x', name: 'Ohm' }, 'Ohm'],
		['pastpaper', 'subject_id', { id: 'x', name: null }, 'x'],
		['topic', 'url', `/files/${'ab'.repeat(32)}.pdf`, 'PDF file abababab…'],
		['topic', 'url', 'https://example.org/a.pdf', 'https://example.org/a.pdf'],
		['topic', 'url', null, undefined],
		['transaction', 'status', 'completed', 'Completed'],
		['key', 'expires_at', '2026-11-21T09:00:00.000Z', '21 Nov 2026, 12:00'],
		['person', 'role', 'finance', 'Finance'],
		['transaction', 'end_date', '2026-11-21', '21 Nov 2026'],
	])('formats %s.%s %s as %s', (kind, field, value, words) => {
		expect(formatValue(kind, field, value)).toBe(words);
	});
});
