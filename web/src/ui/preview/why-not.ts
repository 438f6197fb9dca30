/** Why a PDF cannot be shown, by the names that pdf.js gives its errors. */
export const whyNot = (error: unknown): string => {
	const { name, status } = (error ?? {}) as { name?: string; status?: number };
	if (name === 'PasswordException') return 'This PDF is protected by a password';
	if (name === 'InvalidPDFException') return 'This PDF is damaged and cannot be shown';
	if (name === 'ResponseException' && status === 404) return 'This file is no longer there';
	return 'The preview could not be loaded';
};
