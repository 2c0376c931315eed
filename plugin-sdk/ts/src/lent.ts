// The one place that names the host's modules: everything else imports them from here, typed.
/// <reference path="./lent.d.ts" />
import * as rawHost from 'patchbay:plugin/host@1.0.0';
import * as rawHttp from 'patchbay:plugin/http@1.0.0';
import * as rawMedia from 'patchbay:plugin/media@1.0.0';
import type * as wit from './wit.gen.ts';

/** HTTP as the host offers it. */
export const http: wit.http.Lent = rawHttp;

/** The clock, stored values, secrets and the log as the host offers them. */
export const host: wit.host.Lent = rawHost;

/** Makes blobs. */
export const BlobWriter: wit.media.BlobWriterClass = rawMedia.BlobWriter;
