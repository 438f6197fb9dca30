/** The largest upload: 50 MiB. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

/** Upload types by extension. */
export const fileTypes = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;

export type FileExtension = keyof typeof fileTypes;

/** Extensions of topic files and past papers. */
export const topicExtensions = ['pdf', 'doc', 'docx', 'ppt', 'pptx'] as const;
export const paperExtensions = ['pdf', 'doc', 'docx'] as const;

/** Maximum number of files in one request. */
export const FILE_NAMES_MAX = 100;
