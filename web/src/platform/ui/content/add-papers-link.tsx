import type { ButtonProps } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { usePart } from '../../api/account.ts';
import type { RowAction } from '../menu/actions.ts';
import { ForEditors } from '../page/for-editors.tsx';
import { LinkButton } from '../page/links.tsx';

/** Returns the menu item that opens the intake of a course, if there is an intake. */
export const useAddPapersAction = (courseId: string): RowAction[] =>
	usePart('papers')
		? [
				{
					words: 'Add papers…',
					icon: IconFileUpload,
					link: linkOptions({ to: '/admin/intake', search: { course_id: courseId } }),
				},
			]
		: [];

/** Renders a link to the intake of a course, for editors. */
export const AddPapersLink = ({ courseId, ...looks }: ButtonProps & { courseId: string }) =>
	usePart('papers') && (
		<ForEditors>
			<LinkButton
				to="/admin/intake"
				search={{ course_id: courseId }}
				variant="default"
				leftSection={<IconFileUpload size={18} aria-hidden />}
				{...looks}
			>
				Add papers…
			</LinkButton>
		</ForEditors>
	);
