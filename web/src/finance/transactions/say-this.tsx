import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useClipboard, useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconCopy, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { PHONE } from '#shared/phone.ts';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { buildPayerMessage } from './payer-message.ts';
import { buildAccessQuery } from './queries.ts';

interface ReplyProps {
	lang: 'en' | 'sw';
	language: string;
	text: string;
	phone: string | null;
	note?: string;
}

const Reply = ({ lang, language, text, phone, note }: ReplyProps) => {
	const clipboard = useClipboard({ timeout: 2000 });
	const isPhone = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
	const label = clipboard.copied ? 'Copied' : 'Copy';
	return (
		<div>
			<Text size="sm" lang={lang} mb={6}>
				{text}
			</Text>
			{note && (
				<Text size="xs" c="dimmed" mb={6}>
					{note}
				</Text>
			)}
			<Group gap="xs">
				<Button
					variant="default"
					size="compact-sm"
					leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
					aria-label={`${label}: ${language}`}
					onClick={() => clipboard.copy(text)}
				>
					{label}
				</Button>
				{/* RFC 5724; a masked number cannot receive a message. */}
				{isPhone && phone && PHONE.test(phone) && (
					<Button
						component="a"
						variant="default"
						size="compact-sm"
						leftSection={<IconMessage size={15} aria-hidden />}
						aria-label={`Send: ${language}`}
						href={`sms:+${phone}?body=${encodeURIComponent(text)}`}
					>
						Send
					</Button>
				)}
			</Group>
		</div>
	);
};

interface SayThisProps {
	transaction: Transaction;
	/** The payer has a prompt on their phone. */
	awaited: boolean;
}

/** Renders what to tell the payer, to be read out, copied or, on a phone, sent. */
export const SayThis = ({ transaction, awaited }: SayThisProps) => {
	const account = useQuery(buildAccessQuery(transaction));
	if (account.isLoading) return <Loading height={280} />;
	const { en, sw } = buildPayerMessage(transaction, awaited, account.data ?? null);
	const phone = transaction.phone_number;
	return (
		<Box component="section" aria-label="Say this" className="boxed" mt="md" p="12px 16px">
			<Stack gap={10}>
				<Text size="sm" fw={600} aria-hidden>
					Say this
				</Text>
				<Reply lang="en" language="English" text={en} phone={phone} />
				<Divider />
				<Reply
					{...{ lang: 'sw', language: 'Swahili', text: sw, phone }}
					note="Swahili: not yet reviewed by a native speaker"
				/>
			</Stack>
		</Box>
	);
};
