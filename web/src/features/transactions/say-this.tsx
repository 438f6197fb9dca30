import { Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconMessage } from '@tabler/icons-react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { PHONE } from '#shared/phone.ts';
import looks from './payment-drawer.module.css';
import { sayThis } from './what-to-say.ts';

interface WordsProps {
	lang: 'en' | 'sw';
	language: string;
	text: string;
	phone: string | null;
}

const Words = ({ lang, language, text, phone }: WordsProps) => {
	const clipboard = useClipboard({ timeout: 2000 });
	return (
		<div className={looks.say}>
			<Text size="sm" lang={lang}>
				{text}
			</Text>
			<Button
				variant="default"
				size="compact-sm"
				leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
				aria-label={`${clipboard.copied ? 'Copied' : 'Copy'}: ${language}`}
				onClick={() => clipboard.copy(text)}
			>
				{clipboard.copied ? 'Copied' : 'Copy'}
			</Button>
			{/* RFC 5724; a number that M-Pesa masked is nobody's to send to. */}
			{phone && PHONE.test(phone) && (
				<Button
					component="a"
					className={looks.send}
					variant="default"
					size="compact-sm"
					leftSection={<IconMessage size={15} aria-hidden />}
					aria-label={`Send: ${language}`}
					href={`sms:+${phone}?body=${encodeURIComponent(text)}`}
				>
					Send
				</Button>
			)}
		</div>
	);
};

interface SayThisProps {
	transaction: Transaction;
	/** The payer has a prompt on their phone. */
	awaited: boolean;
}

/** What to tell the payer, to be read out, copied or, on a phone, sent. */
export const SayThis = ({ transaction, awaited }: SayThisProps) => {
	const { en, sw } = sayThis(transaction, awaited);
	const phone = transaction.phone_number;
	return (
		<section className={looks.saying} aria-label="Say this">
			<Text size="sm" fw={600} aria-hidden>
				Say this
			</Text>
			<Words lang="en" language="English" text={en} phone={phone} />
			<Words lang="sw" language="Swahili" text={sw} phone={phone} />
		</section>
	);
};
