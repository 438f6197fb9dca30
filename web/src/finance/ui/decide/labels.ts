import {
	IconBookUpload,
	IconCalendarPlus,
	IconClock,
	IconCopyCheck,
	IconEye,
	IconHelpCircle,
	IconLinkPlus,
	IconNote,
	IconReceiptRefund,
	IconUserCheck,
	type TablerIcon,
} from '@tabler/icons-react';

/** The decisions of the desk: the label and the icon of each button. */
export const actLabels = {
	assign: { label: 'Choose account…', icon: IconUserCheck },
	this_is: { label: 'This is…', icon: IconHelpCircle },
	give_back: { label: 'Record refund…', icon: IconReceiptRefund },
	book: { label: 'Book it', icon: IconBookUpload },
	attach: { label: 'Attach to…', icon: IconLinkPlus },
	same: { label: 'The same money…', icon: IconCopyCheck },
	seen: { label: 'Seen…', icon: IconEye },
	note: { label: 'Add note', icon: IconNote },
	expected: { label: 'Record as expected', icon: IconClock },
	grant: { label: 'Give months…', icon: IconCalendarPlus },
} as const satisfies Record<string, { label: string; icon: TablerIcon }>;
export type ActName = keyof typeof actLabels;
