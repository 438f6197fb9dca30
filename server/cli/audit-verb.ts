import { parseArgs } from 'node:util';
import { verifyAudit } from '../features/audit/verify.ts';
import { withReadOnly } from './data.ts';
import { UsageError, type Verb } from './verb.ts';

/** `ufundi audit verify`: whether the audit trail is as it was written. */
export const auditVerb: Verb = {
	summary: 'check that no row of the audit trail was changed, removed or put in',
	usage: `audit verify

Goes through the whole audit trail and says which row was changed, which are missing and which were
put in. Ends with code 1 where there is any, 0 where not. The server may be running.`,
	run: (args) => {
		const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
		if (positionals.length !== 1 || positionals[0] !== 'verify')
			throw new UsageError('Say what to do with the audit trail.');
		return withReadOnly(async (db) => {
			const { rows, chains, findings } = await verifyAudit(db);
			for (const { chain, seq, id, message } of findings)
				console.log(`Chain ${chain}, row ${seq}${id ? ` (${id})` : ''}: ${message}`);
			const looked = `${rows} ${rows === 1 ? 'row' : 'rows'} in ${chains} ${chains === 1 ? 'chain' : 'chains'}`;
			console.log(
				findings.length === 0
					? `The audit trail is as it was written: ${looked}.`
					: `The audit trail is not as it was written: ${findings.length} found in ${looked}.`,
			);
			return findings.length === 0 ? 0 : 1;
		});
	},
};
