import { SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { now } from '#shared/clock.ts';
import { adjustmentKinds } from '#shared/contract/finance/adjustments.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { ClosedMonth } from '../../../platform/ui/dialog/closed-month.tsx';
import { ChoiceField } from '../../../platform/ui/fields/choice-fields.tsx';
import { DayField } from '../../../platform/ui/fields/day-field.tsx';
import { ReasonField, TextField } from '../../../platform/ui/fields/text-fields.tsx';
import { parseDayText } from '../../../platform/ui/format/day-text.ts';
import { formatKsh } from '../../../platform/ui/format/money.ts';
import { SameField, useTypedReturns } from './same-field.tsx';
import type { Subject } from './subject.ts';

/** Props of the fields of a form for a decision. */
export interface FieldsProps {
	subjects: readonly Subject[];
	/** The choice that the form opens with. */
	start?: string | undefined;
}

/** Last reason per act and choice, as the proposal: the next entry often has the same reason. */
export const lastReasons = new Map<string, string>([
	['book ', 'It is on M-Pesa’s statement, and its message never came'],
]);

const getDraftKey = ([only, ...more]: readonly Subject[]) =>
	only && more.length === 0 ? `${only.about.kind} ${only.about.id}` : undefined;

/** Renders the reason alone. */
export const ReasonOnly = ({ subjects }: FieldsProps) => (
	<ReasonField draftKey={getDraftKey(subjects)} />
);

/** What entries can be called, with what follows from it. */
const meanings = {
	not_ours: {
		label: 'Not ours',
		payment: 'The payment stays listed, and counts in no revenue, records or access.',
		other: 'The money belongs to someone else or to another account. No payment is created.',
	},
	test: {
		label: 'A test',
		payment: 'The payment stays listed, and counts in no revenue, records or access.',
		other: '',
	},
	to_return: {
		label: 'Will be given back',
		payment: 'Waits under To give back until a refund or reversal covers it.',
		other: 'No payment is created. Waits under To give back until it is given back.',
	},
	other: {
		label: 'Leave it, with a reason',
		payment: 'The payment needs no more attention. No figure changes.',
		other: 'Your reason explains it. No payment is created or changed.',
	},
};
export type Meaning = keyof typeof meanings;

/** Lists what all of these entries can be called. */
const listMeanings = (subjects: readonly Subject[]): Meaning[] => {
	const listFor = ({ about, line, canBeLeft = true }: Subject): Meaning[] => {
		if (about.kind === 'payment')
			return ['not_ours', 'test', 'to_return', ...(canBeLeft ? (['other'] as const) : [])];
		const isOut = about.kind === 'line' && (!line || (line.withdrawn ?? 0) > 0);
		return isOut ? ['other'] : ['not_ours', 'to_return', 'other'];
	};
	const all = subjects.map(listFor);
	return (Object.keys(meanings) as Meaning[]).filter((meaning) =>
		all.every((some) => some.includes(meaning)),
	);
};

/** Asks what entries are, and says what follows from the choice. */
export const ThisIs = ({ subjects, start }: FieldsProps) => {
	const choices = listMeanings(subjects);
	const [as, setAs] = useState<string>(
		start ?? (choices.length === 1 ? (choices[0] as string) : ''),
	);
	const meaning = meanings[as as Meaning];
	const isPayment = subjects[0]?.about.kind === 'payment';
	return (
		<>
			<ChoiceField
				name="as"
				label="This is"
				options={Object.fromEntries(choices.map((each) => [each, meanings[each].label]))}
				placeholder="Choose what it is"
				value={as}
				onChange={({ currentTarget: { value } }) => setAs(value)}
				required
			/>
			{meaning && (
				<Text size="sm" c="dimmed">
					{isPayment ? meaning.payment : meaning.other}
				</Text>
			)}
			<ClosedMonth at={subjects.map(({ at }) => at)} />
			<ReasonField
				key={as}
				draftKey={getDraftKey(subjects)}
				proposal={subjects[0]?.line && lastReasons.get(`this_is ${as}`)}
			/>
		</>
	);
};

const kinds = {
	refund: `${adjustmentKinds.refund}: we paid it back`,
	reversal: `${adjustmentKinds.reversal}: M-Pesa took it back`,
};

/** Asks what was given back, by default everything that is left. */
export const Returned = ({ subjects: [subject], start }: FieldsProps) => {
	const [day, setDay] = useState(() => formatDay(toDayNumber(now())));
	const { payment, amount } = subject ?? {};
	const left = payment ? payment.amount - (payment.adjusted ?? 0) : Math.floor(amount ?? 0);
	return (
		<>
			<ChoiceField name="kind" label="Kind" options={kinds} defaultValue={start ?? 'refund'} />
			<SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
				<TextField
					name="amount"
					label="Amount (KSh)"
					description={`Up to ${formatKsh(left)}`}
					defaultValue={left}
					inputMode="numeric"
					required
				/>
				<DayField
					name="at"
					what="Day"
					label="Day"
					description="When it happened"
					value={day}
					onChange={setDay}
					required
				/>
			</SimpleGrid>
			<TextField
				name="receipt"
				label="Receipt"
				description="The receipt of the reversal or refund, if you have it."
				autoCapitalize="characters"
			/>
			<ClosedMonth at={[parseDayText(day, true) ?? day]} />
			<ReasonField />
		</>
	);
};

/** Asks for what counting messages or lines as payments needs, and warns of what is odd. */
export const Booked = ({ subjects }: FieldsProps) => {
	const [only, ...more] = subjects;
	const message = more.length === 0 ? only?.message : undefined;
	const warned = subjects.filter(({ line }) => line?.warning);
	const isElsewhere = subjects.some((each) => each.message?.outcome === 'other_short_code');
	const isUntrusted = subjects.some((each) => each.message?.outcome === 'untrusted');
	return (
		<>
			{message?.requested && message.outcome === 'amount_mismatch' && (
				<TextField
					name="months"
					label="Months"
					description="How long this amount pays for. Leave empty for no subscription."
					inputMode="numeric"
				/>
			)}
			{isElsewhere && (
				<>
					<Text size="sm" fw={600}>
						M-Pesa says that this money went to another paybill. Count it only if the money reached
						our account.
					</Text>
					<input type="hidden" name="anyway" value="true" />
				</>
			)}
			{isUntrusted && (
				<Text size="sm" fw={600}>
					Messages from an address that is not trusted. Count them only if the money is in the
					M-Pesa account.
				</Text>
			)}
			{warned.map(({ about, line }) => (
				<Text key={about.id} size="sm" fw={600} role="status">
					{line?.warning}
				</Text>
			))}
			<ClosedMonth at={subjects.map(({ at }) => at)} />
			<ReasonField
				draftKey={getDraftKey(subjects)}
				proposal={subjects[0]?.line && lastReasons.get('book ')}
			/>
		</>
	);
};

/** Asks which recorded refund or reversal is the same money as a line. */
export const Same = ({ subjects: [subject] }: FieldsProps) => (
	<>
		<SameField isSame returns={useTypedReturns(subject?.payment?.id)} />
		<ClosedMonth at={[subject?.at]} />
		<ReasonField />
	</>
);

/** Asks for what a caller said about a receipt. */
export const Expected = () => (
	<>
		<SimpleGrid cols={2} spacing="md">
			<TextField name="phone_number" label="Phone Number" type="tel" />
			<TextField name="amount" label="Amount (KSh)" inputMode="numeric" />
		</SimpleGrid>
		<TextField name="reason" label="Note" description="What the caller said." required />
	</>
);

/** Asks for months without a payment. */
export const Granted = () => (
	<>
		<TextField name="months" label="Months" inputMode="numeric" required />
		<ReasonField />
	</>
);
