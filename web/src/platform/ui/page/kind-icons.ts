import {
	IconBook2,
	IconCertificate,
	IconFileText,
	IconListDetails,
	IconSchool,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ResourceWord } from '#shared/contract/content/resources.ts';

/** The icon of each kind of content. */
export const kindIcons: Readonly<Record<ResourceWord, TablerIcon>> = {
	courses: IconSchool,
	subjects: IconBook2,
	topics: IconListDetails,
	examsets: IconCertificate,
	pastpapers: IconFileText,
};
