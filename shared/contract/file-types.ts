/** The largest upload: 50 MiB. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

/** What may be uploaded, by the ending of its name. */
export const fileTypes = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;

export type FileExtension = keyof typeof fileTypes;

/** What a topic's content and a past paper may be. */
export const topicExtensions = ['pdf', 'doc', 'docx', 'ppt', 'pptx'] as const;
export const paperExtensions = ['pdf', 'doc', 'docx'] as const;

/** How many files may be asked about at once: so many names still fit into an address. */
export const FILE_NAMES_MAX = 100;
