import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

onEveryEngine('the search of content', (site) => {
	let courseId: string;
	let paperPath: string;

	beforeAll(async () => {
		const add = async (path: string, body: object) =>
			(await site().call('POST', path, body)).body.data.id as string;
		courseId = await add('/courses', {
			name: 'Diploma in Electrical Engineering',
			order_num: 1,
			category_id: 'cat_diploma',
		});
		const course = `/courses/${courseId}`;
		const mathematics = await add(`${course}/subjects`, { name: 'Mathematics' });
		await add(`${course}/subjects/${mathematics}/topics`, { name: 'Complex Numbers' });
		await add(`${course}/subjects/${mathematics}/topics`, { name: 'Ohm’s Law' });
		const crops = await add(`${course}/subjects`, { name: 'Uzalishaji wa Mazao' });
		for (const name of ['École', 'Eclair', 'Edge'])
			await add(`${course}/subjects/${crops}/topics`, { name });
		const set = await add(`${course}/examsets`, {
			name: 'Series two',
			year: 2023,
			series: 'july',
		});
		paperPath = `${course}/examsets/${set}/pastpapers`;
		await add(paperPath, { name: 'Principles', subject_id: mathematics, codes: ['2521/301'] });
		await add(paperPath, { name: 'Workshop', codes: ['ENG/OS/EE/CR/01/6'] });
	});

	const listed = async (kind: string, search: string): Promise<string[]> => {
		const { body } = await site().call('GET', `/${kind}?${new URLSearchParams({ search })}`);
		return body.data.data.map(({ name }: { name: string }) => name);
	};
	const searchNames = async (q: string, kind: string): Promise<string[]> => {
		const { body } = await site().call('GET', `/search?${new URLSearchParams({ q, kinds: kind })}`);
		return (body.data.groups[0]?.items ?? []).map(({ name }: { name: string }) => name);
	};

	it.each([
		['pastpapers', 'Electrical Principles 2023 July', 'Principles'],
		['pastpapers', 'julai 2023 princ', 'Principles'],
		['pastpapers', 'principles mathematics', 'Principles'],
		['pastpapers', '2521/301 July 2023', 'Principles'],
		...['2521/301', '2521-301', '2521–301', '2521:301', '2521 301', '2521301'].map((code) => [
			...['pastpapers', code, 'Principles'],
		]),
		['pastpapers', 'eng/os/ee/cr/01/6', 'Workshop'],
		['topics', 'Complex Numbers Engineering', 'Complex Numbers'],
		['topics', 'ENGINEERING comp', 'Complex Numbers'],
		['topics', "Ohm's Law", 'Ohm’s Law'],
		['topics', 'ohms law', 'Ohm’s Law'],
		['topics', 'com\u00adplex num\u200bbers', 'Complex Numbers'],
		['topics', 'ecole', 'École'],
		['subjects', 'mazao uzalishaji', 'Uzalishaji wa Mazao'],
	])('finds in %s for %j: %s', async (kind = '', query = '', name = '') => {
		expect(await listed(kind, query)).toEqual([name]);
		expect(await searchNames(query, kind)).toEqual([name]);
	});

	it('finds nothing if one word matches no word', async () => {
		for (const query of ['omplex', 'complex numbers surveying', '2521/302']) {
			expect(await listed('topics', query)).toEqual([]);
			expect(await listed('pastpapers', query)).toEqual([]);
		}
	});

	it('sorts names without regard to accents', async () => {
		const { body } = await site().call('GET', '/topics?search=e&sort=name');
		const names = body.data.data.map(({ name }: { name: string }) => name);
		expect(names.filter((name: string) => /^[EÉ]/.test(name))).toEqual(['Eclair', 'École', 'Edge']);
	});

	it('uses the changed name, codes, and parent', async () => {
		const make = createContent(site());
		const { id } = await make.course({ name: 'Plumbing' });
		const set = await make.examSet({ courseId: id }, { name: 'First', year: 2024 });
		const papers = `/courses/${id}/examsets/${set.id}/pastpapers`;
		const { data } = (await site().call('POST', papers, { name: 'Pipes' })).body;
		expect(await listed('pastpapers', 'plumbing 2024 pipes')).toEqual(['Pipes']);
		await site().call('PUT', `/courses/${id}`, { name: 'Pipe fitting' });
		expect(await listed('pastpapers', 'plumbing')).toEqual([]);
		expect(await listed('pastpapers', 'fitting 2024')).toEqual(['Pipes']);
		await site().call('PUT', `${papers}/${data.id}`, { codes: ['1807/301'] });
		expect(await listed('pastpapers', '1807301')).toEqual(['Pipes']);
		expect(await listed('pastpapers', 'pipes 1807')).toEqual(['Pipes']);
	});

	it('finds deletions by the words of their names and parents', async () => {
		const { body } = await site().call('GET', `${paperPath}`);
		const workshop = body.data.find(({ name }: { name: string }) => name === 'Workshop');
		const { deletion } = (await site().call('DELETE', `${paperPath}/${workshop.id}`)).body;
		const { data } = (await site().call('GET', '/trash?search=engineering%20workshop')).body;
		expect(data.data.map(({ id }: { id: string }) => id)).toEqual([deletion]);
		expect((await site().call('GET', '/trash?search=orkshop')).body.data.total).toBe(0);
		await site().call('POST', `/trash/${deletion}/restore`);
		expect(await listed('pastpapers', 'engineering workshop')).toEqual(['Workshop']);
	});
});
