import type { ExamSet } from '#shared/contract/exam-sets.ts';
import { StatusBadge } from '../../ui/badges.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkText } from '../../ui/links.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import classes from './exam-sets.module.css';

interface PublishedProps {
	examSet: ExamSet;
	toggle: (id: string, change: Pick<ExamSet, 'is_published'>) => void;
}

/** Publishes an exam set, or makes it a draft again, from its row. */
const Published = ({ examSet, toggle }: PublishedProps) => (
	<span className={classes.status}>
		<ForEditors>
			<RowSwitch
				on={examSet.is_published}
				label={`Published: ${examSet.name}`}
				onChange={(is_published) => toggle(examSet.id, { is_published })}
			/>
		</ForEditors>
		<StatusBadge published={examSet.is_published} />
	</span>
);

const column = columnsOf<ExamSet>();

/** The columns of the exam sets of a course. */
export const examSetColumns = (toggle: PublishedProps['toggle']) =>
	column.columns([
		column.accessor('name', {
			header: 'Name',
			meta: { title: true },
			cell: ({ row: { original } }) => (
				<LinkText
					to="/admin/courses/$courseId/examsets/$examSetId"
					params={{ courseId: original.course_id, examSetId: original.id }}
					inherit
				>
					{original.name}
				</LinkText>
			),
		}),
		column.accessor('order_num', { header: 'Order', meta: { numeric: true } }),
		column.accessor('is_published', {
			header: 'Status',
			enableSorting: false,
			cell: ({ row }) => <Published examSet={row.original} toggle={toggle} />,
		}),
		column.accessor('year', { header: 'Year', enableSorting: false, meta: { numeric: true } }),
		column.accessor('id', {
			header: 'ID',
			enableSorting: false,
			cell: ({ row: { original } }) => (
				<span className={classes.id}>
					<code title={original.id}>{original.id}</code>
					<CopyButton value={original.id} label={`Copy the ID of ${original.name}`} />
				</span>
			),
		}),
	]);
