import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

onEveryEngine('a course without a series', (site) => {
	it('ignores marks of its subjects, which count again with the series', async () => {
		const { course, subject, examSet } = createContent(site());
		const { id: courseId } = await course({ name: 'Welding' });
		const [gas] = [await subject({ courseId }, { name: 'Gas' }), await subject({ courseId })];
		const { id: setId } = await examSet({ courseId }, { year: 2024, series: 'july' });
		const call = site().call;
		const read = async (path: string) => (await call('GET', path)).body.data;
		const missing = async () => [
			(await read(`/courses/${courseId}/coverage`)).totals.missing,
			(await read(`/courses/${courseId}/overview`)).coverage.missing,
			(await read('/coverage')).data.reduce(
				(sum: number, lacking: { missing: number }) => sum + lacking.missing,
				0,
			),
		];
		const notHeld = { subject_id: gas?.id, year: 2024, series: 'july', not_held: true };
		await call('PUT', `/courses/${courseId}/coverage`, notHeld);
		expect(await missing()).toEqual([1, 1, 1]);

		const { deletion } = (await call('DELETE', `/courses/${courseId}/examsets/${setId}`)).body;
		expect(await missing()).toEqual([0, 0, 0]);
		expect((await read(`/courses/${courseId}/coverage`)).columns).toEqual([]);

		await call('POST', `/trash/${deletion}/restore`);
		expect(await missing()).toEqual([1, 1, 1]);
		expect((await read(`/courses/${courseId}/coverage`)).totals.not_held).toBe(1);
	});
});
