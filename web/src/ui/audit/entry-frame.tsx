import {
	IconArrowsSort,
	IconBan,
	IconCash,
	IconCopy,
	IconDownload,
	IconEye,
	IconFileImport,
	IconFolderSymlink,
	IconListCheck,
	IconLock,
	IconLockOpen,
	IconLogin2,
	IconLogout2,
	IconPencil,
	IconPlus,
	IconQuestionMark,
	IconTrash,
	IconTrashOff,
	IconTrashX,
	IconUpload,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import type { AuditRow } from '#shared/contract/audit.ts';
import { type AuditAction, auditActions } from '#shared/contract/audit-query.ts';
import { inEastAfrica } from '../dates/dates.ts';
import classes from './audit.module.css';

const icons: Readonly<Record<AuditAction, TablerIcon>> = {
	create: IconPlus,
	copy: IconCopy,
	update: IconPencil,
	reorder: IconArrowsSort,
	delete: IconTrash,
	restore: IconTrashOff,
	purge: IconTrashX,
	move: IconFolderSymlink,
	bulk: IconListCheck,
	upload: IconUpload,
	import: IconFileImport,
	export: IconDownload,
	request: IconCash,
	check: IconQuestionMark,
	settle: IconPencil,
	adjust: IconPencil,
	assign: IconPencil,
	review: IconQuestionMark,
	close: IconLock,
	reopen: IconLockOpen,
	reveal: IconEye,
	search: IconEye,
	sign_in: IconLogin2,
	sign_out: IconLogout2,
	sign_in_refused: IconBan,
	refused: IconBan,
	limited: IconBan,
};

/** One row of the trail: the sign of what was done, and beside it what there is to say. */
export const Entry = ({ action, children }: { action: string; children: ReactNode }) => {
	const Icon = icons[action as AuditAction] ?? IconPencil;
	return (
		<li className={classes.entry} data-action={action}>
			<span className={classes.icon}>
				<Icon size={18} stroke={1.6} aria-hidden />
			</span>
			<div className={classes.body}>{children}</div>
		</li>
	);
};

/** Who did it, as they were called then. */
export const Who = ({ actor }: Pick<AuditRow, 'actor'>) => (
	<span>
		{actor.name}
		{actor.role && ` (${roleLabel(actor.role)})`}
	</span>
);

/** The time of day of a row; its day stands above it. */
export const At = ({ at }: Pick<AuditRow, 'at'>) => (
	<time dateTime={at} className="tabular">
		{inEastAfrica(at, 'hh:mm:ss a')}
	</time>
);

/** What was done, in a word. */
export const did = (action: string) => auditActions[action as AuditAction] ?? action;
