import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
	Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
		ref?: Ref<HTMLAnchorElement>;
	};

/**
 * A way back, above the heading.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: Props) => (
	<Button
		component="a"
		variant="subtle"
		color="gray"
		size="compact-sm"
		px={10}
		h={32}
		leftSection={<IconArrowLeft size={16} aria-hidden />}
		{...props}
	/>
));
