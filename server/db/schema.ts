import type { Generated } from 'kysely';
import type { AuditTables } from './audit-schema.ts';
import type { IdentityTables } from './identity-schema.ts';
import type { PaymentTables } from './payment-schema.ts';

/** What every row of content has. Instants are ISO 8601 UTC text on both engines. */
interface Row {
	id: string;
	name: string;
	/** `nameKey(name)`: what search and order go by, the same on both engines. */
	name_key: string;
	order_num: number;
	/** Grows by one with every change of the row; the ETag. */
	version: Generated<number>;
	created_at: string;
	updated_at: string;
}

export interface CourseRow extends Row {
	description: string | null;
	duration: number | null;
	price: number | null;
	category_id: 'cat_diploma' | 'cat_certificate' | 'cat_artisan';
}

export interface SubjectRow extends Row {
	course_id: string;
	published: boolean;
	free: boolean;
}

export interface TopicRow extends Row {
	course_id: string;
	subject_id: string;
	url: string | null;
	published: boolean;
	free: boolean;
}

export interface ExamSetRow extends Row {
	course_id: string;
	year: number;
	published: boolean;
}

export interface PastPaperRow extends Row {
	course_id: string;
	exam_set_id: string;
	subject_id: string | null;
	url: string | null;
	published: boolean;
	free: boolean;
}

/** One upload: the same content under the same name is one row; blobs are shared by content. */
export interface FileRow {
	/** 64 hex digits, the opaque part of its link `/files/{key}.{ext}`. */
	key: string;
	sha256: string;
	name: string;
	ext: 'pdf' | 'doc' | 'docx' | 'ppt' | 'pptx';
	size: number;
	/** When it was last uploaded; the grace time of an unused file counts from here. */
	uploaded_at: string;
}

/** The first answer to each create that carried an `Idempotency-Key`, kept for 24 hours. */
export interface IdempotencyRow {
	actor: string;
	key: string;
	request_hash: string;
	status: number;
	etag: string | null;
	body: string;
	created_at: string;
}

/** Work that goes on by itself, by name: whose turn it is, and what came of the last one. */
export interface JobRow {
	name: string;
	/** The server whose turn it is, until `lease_until`. */
	holder: string | null;
	lease_until: string | null;
	started_at: string | null;
	finished_at: string | null;
	/** When it failed, where the last turn did. */
	failed_at: string | null;
	note: string | null;
}

/** The last backup, wherever it was made: one row, of id 1. */
export interface LastBackupRow {
	id: number;
	/** The moment that it holds. */
	at: string;
	/** A path on the machine that made it, or `-`. */
	destination: string;
	/** How many files it lacks. */
	lost: number;
}

/** The tables of content, which share the columns of `Row`. */
export interface ContentTables {
	courses: CourseRow;
	subjects: SubjectRow;
	topics: TopicRow;
	exam_sets: ExamSetRow;
	past_papers: PastPaperRow;
}

export interface Schema extends ContentTables, PaymentTables, AuditTables, IdentityTables {
	files: FileRow;
	idempotency_keys: IdempotencyRow;
	jobs: JobRow;
	last_backup: LastBackupRow;
}
