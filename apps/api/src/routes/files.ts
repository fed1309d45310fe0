/** GET /v1/{kind}/{id}/pdf, /xml and /cdr: the files of a document, byte for byte as stored. */
import { parseFormat, type Reason, Refusal } from '@rafaga/contract';
import {
  type Download,
  type FileKind,
  findDownload,
  findStoredDownload,
  type StoredDocument,
} from '@rafaga/db';
import { documentName, type Kind } from '@rafaga/fiscal';
import { UnreadableFile } from '@rafaga/storage';
import type { Deps } from '../deps.js';
import { inTime } from '../edge/deadline.js';
import { matchesTag } from '../edge/entityTag.js';
import { logFieldsOf } from '../edge/logRequests.js';
import type { Request, Response, Step } from '../handler.js';
import { askReplica } from './askReplica.js';
import { documentId } from './documentId.js';

const FILE_TYPES = {
  xml: { mediaType: 'application/xml', prefix: '', extension: 'xml' },
  // SUNAT's naming: R- and the document name
  cdr: { mediaType: 'application/zip', prefix: 'R-', extension: 'zip' },
  pdf: { mediaType: 'application/pdf', prefix: '', extension: 'pdf' },
} as const;

interface FileAnswer {
  type: keyof typeof FILE_TYPES;
  /** RUC-TYPE-SERIES-NUMBER, without extension. */
  name: string;
  sha256: Buffer;
  bytes: number;
  content(): Promise<Buffer>;
}

/** GET of the XML or the CDR; 404 while there is none. */
export const file =
  (deps: Deps, kind: Kind, type: 'xml' | 'cdr'): Step =>
  async (req, res) => {
    const download = await find(deps, kind, type, req, res);
    await sendFile(storedFile(deps, kind, type, download, res), req, res);
  };

/**
 * GET of the PDF, which is drawn now if that format is not stored, or its file is lost or damaged;
 * 422 for an unknown format.
 */
export const pdf =
  (deps: Deps, kind: Kind): Step =>
  async (req, res) => {
    const { id: businessId, defaultFormat } = res.locals.caller.business;
    const format = parseFormat(req.query.format, defaultFormat);
    const download = await find(deps, kind, `pdf-${format}`, req, res);
    if (download.file)
      try {
        return await sendFile(storedFile(deps, kind, 'pdf', download, res), req, res);
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
      }
    const wanted = { businessId, kind, id: documentId(req), format };
    const drawn = await inTime(res, deps.draw(wanted, logFieldsOf(res)));
    if (!drawn) throw missing('pdf', download, res);
    const { content, sha256 } = drawn;
    await sendFile(
      {
        type: 'pdf',
        name: documentName({ ...download, kind }),
        sha256,
        bytes: content.length,
        content: async () => content,
      },
      req,
      res,
    );
  };

/** Finds the download in the database, or in a bundle of the archive. */
async function find(
  deps: Deps,
  kind: Kind,
  fileKind: FileKind,
  req: Request,
  res: Response,
): Promise<Download> {
  const { db, archive } = deps;
  const { id: businessId } = res.locals.caller.business;
  const id = documentId(req);
  const stored = askReplica(deps, id, (replica) =>
    findStoredDownload(replica, businessId, kind, id, fileKind),
  );
  const download =
    (await inTime(res, stored)) ??
    (await inTime(res, findDownload(db, businessId, kind, id, fileKind)));
  if (download) return download;
  const archived = await inTime(res, archive.find(id, { scope: businessId, kind }));
  if (!archived) throw new Refusal('document_unknown');
  return downloadOf(archived.document, fileKind);
}

function downloadOf(
  { ruc, series, number, outcome, createdAt, files }: StoredDocument,
  fileKind: FileKind,
): Download {
  const file = files.find(({ kind }) => kind === fileKind);
  const { state = null, evidence = null } = outcome ?? {};
  const isSigned = outcome?.signature !== undefined;
  const waiting = { coming: false, inReview: false };
  return { ruc, series, number, file, state, evidence, isSigned, ...waiting, createdAt };
}

function storedFile(
  { files }: Deps,
  kind: Kind,
  type: keyof typeof FILE_TYPES,
  download: Download,
  res: Response,
): FileAnswer {
  const { file } = download;
  if (!file) throw missing(type, download, res);
  return {
    type,
    name: documentName({ ...download, kind }),
    sha256: file.sha256,
    bytes: file.bytes,
    content: () => files.get(file.objectKey, file.sha256),
  };
}

/** A 404 that says whether the file may still come. */
function missing(type: keyof typeof FILE_TYPES, download: Download, res: Response): Refusal {
  const never = type === 'cdr' ? neverCdr(download) : neverSigned(download);
  return never ? new Refusal(never) : notReady(download, res);
}

/**
 * A 404 with Retry-After: a tenth of the document's age, so that callers ask often in the first
 * seconds and seldom during an outage of the authority. It has none while the document waits for a
 * person.
 */
function notReady({ createdAt, inReview }: Download, res: Response): Refusal {
  const seconds = Math.round((Date.now() - createdAt.getTime()) / 10_000);
  if (!inReview) res.setHeader('Retry-After', String(Math.min(Math.max(seconds, 1), 60)));
  return new Refusal('file_not_ready');
}

/** The reason why there will never be an XML and a PDF; undefined while there may be. */
const neverSigned = ({ state, isSigned }: Download): Reason | undefined =>
  state !== null && !isSigned ? 'file_absent' : undefined;

/** The reason why there will never be a CDR; undefined while there may be one. */
function neverCdr({ state, evidence, coming }: Download): Reason | undefined {
  if (state === null || coming) return undefined;
  if (state === 'rejected') return 'cdr_absent';
  return evidence === 'presumed' ? 'cdr_presumed' : 'cdr_lost';
}

const CACHING = 'private, no-cache';

async function sendFile(
  { type, name, sha256, bytes, content }: FileAnswer,
  req: Request,
  res: Response,
): Promise<void> {
  const tag = `"${sha256.toString('hex')}"`;
  if (matchesTag(req.headers['if-none-match'], tag)) {
    res.writeHead(304, { ETag: tag, 'Cache-Control': CACHING }).end();
    return;
  }
  const { mediaType, prefix, extension } = FILE_TYPES[type];
  // read before any header is set, so that an unreadable file gets the usual error answer; read for
  // a HEAD too, because a lost PDF is drawn again and may have another tag
  const body = await inTime(res, content());
  res.writeHead(200, {
    ETag: tag,
    'Cache-Control': CACHING,
    'Content-Type': mediaType,
    'Content-Length': bytes,
    'Content-Disposition': `attachment; filename="${prefix}${name}.${extension}"`,
  });
  res.end(body);
}
