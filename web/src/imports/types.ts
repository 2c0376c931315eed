/** The shapes of imports, as the API describes them. Times are in milliseconds. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type ImportKind = Schemas['ImportKind'];
export type ImportState = Schemas['ImportState'];
export type KnownContacts = Schemas['KnownContacts'];
export type DateOrder = Schemas['DateOrder'];
export type ImportCounts = Schemas['ImportCounts'];
export type Import = Schemas['Import'];
export type ImportColumn = Schemas['ImportColumn'];
export type ImportField = Schemas['ImportField'];
export type ImportDetail = Schemas['ImportDetail'];
export type ImportList = Schemas['ImportList'];
/** All of them are told. */
export type ImportSettings = Required<Schemas['ImportSettings']>;
export type ImportRefusal = Schemas['ImportRefusal'];
export type ImportRefusals = Schemas['ImportRefusals'];
