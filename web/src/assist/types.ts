/** What AI helpers tell and propose, as the core describes it, under the short names of this room. Moments are milliseconds of the epoch. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

/** A proposal to answer a message, each sentence with what supports it. */
export type Recommendation = Schemas['Recommendation'];
export type Sentence = Schemas['RecommendedSentence'];
export type Source = Schemas['SentenceSource'];
export type StruckSentence = Schemas['StruckSentence'];
export type Feedback = Schemas['RecommendationFeedback'];

/** What a message tells, of one kind. */
export type Insight = Schemas['HelperInsight'];

export type AssistTask = Schemas['AssistTask'];
export type AssistSetting = Schemas['AssistSetting'];
/** How something was said in a recording that was brought: `amplitude` in percent above or below its mean, `tempo` in syllables a minute. */
export type UploadedVoice = Schemas['UploadedVoice'];

/** A question that a helper was asked. */
export type AssistResult = Schemas['AssistResult'];
