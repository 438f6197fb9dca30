import { expect, it } from 'vitest';
import { recordAudit, withAudit } from '../../audit/audit-log.ts';
import { headsIn } from '../../audit/chain.ts';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { onEveryEngine } from '../../test-app.ts';
import { disarm } from './fixtures/disarm.ts';
import { verifyAudit } from './verify.ts';

onEveryEngine('the chains of the audit trail', (site) => {
	const read = () => site().database.read;
	/** Servers, one after another, each with a chain of its own; and the rows that each writes. */
	const server = () => {
		const write = withAudit((work) => site().database.single.transaction().execute(work));
		return (name: string) =>
			write(async (trx) =>
				recordAudit(trx, SYSTEM_CONTEXT, {
					action: 'update',
					item: { kind: 'course', id: null, name },
				}),
			);
	};
	const messages = async () =>
		(await verifyAudit(read())).findings.map(({ chain, message }) => ({ chain, message }));

	it('each hold the ends of those before, and each end is held once', async () => {
		const [first, second, third] = [server(), server(), server()];
		await first('a');
		await first('b');
		await second('c');
		await first('d');
		await third('e');
		await third('f');
		const rows = await read()
			.selectFrom('audit_log')
			.select(['item_name', 'chain', 'seq', 'hash', 'heads'])
			.orderBy('id')
			.execute();
		const end = (name: string) => {
			const { chain, seq, hash } = rows.find(({ item_name }) => item_name === name) as never as {
				[key in 'chain' | 'hash']: string;
			} & { seq: number };
			return { chain, seq, hash };
		};
		expect(rows.map(({ heads }) => (heads === null ? null : headsIn(heads)))).toEqual([
			...[null, null, [end('b')], null],
			...[[end('d'), end('c')], null],
		]);
		expect(await messages()).toEqual([]);
	});

	it('cannot be taken away one by one, with their ends, unseen', async () => {
		await server()('the last one');
		const heads = await read().selectFrom('audit_heads').selectAll().orderBy('chain').execute();
		const rows = await read().selectFrom('audit_log').selectAll().execute();
		await disarm(site());
		for (const { chain } of heads.slice(0, -1)) {
			await site().database.write(async (trx) => {
				await trx.deleteFrom('audit_log').where('chain', '=', chain).execute();
				await trx.deleteFrom('audit_heads').where('chain', '=', chain).execute();
			});
			expect(await messages()).toContainEqual({
				chain,
				message: 'A row that another chain knows is missing.',
			});
			await site().database.write(async (trx) => {
				const own = rows.filter((row) => row.chain === chain);
				await trx.insertInto('audit_log').values(own).execute();
				await trx
					.insertInto('audit_heads')
					.values(heads.filter((head) => head.chain === chain))
					.execute();
			});
		}
		const last = heads.at(-1)?.chain ?? '';
		await site().database.write((trx) =>
			trx.updateTable('audit_log').set({ heads: null }).where('chain', '=', last).execute(),
		);
		expect(await messages()).toContainEqual({
			chain: last,
			message: 'This row was changed, or the one before it was replaced.',
		});
	});
});
