import type { ComponentType } from 'react';
import type { DetailsProps } from './Details';

/** The details stand beside the conversation and never before it. */
export async function loadDetails(): Promise<ComponentType<DetailsProps>> {
  return (await import('./Details')).Details;
}
