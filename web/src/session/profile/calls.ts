import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

export type OwnProfile = components['schemas']['OwnProfile'];
export type ProfileChange = Partial<Pick<OwnProfile, 'name' | 'email' | 'timezone' | 'language'>> & { password?: string };

const PATH = '/api/me';

export const calls = {
  own: () => api.get(PATH),
  change: (change: ProfileChange) => api.patch(PATH, { json: change }),
  photo: (photo: Blob) => {
    const form = new FormData();
    form.set('photo', photo, 'photo');
    return api.form(`${PATH}/photo`, form);
  },
  dropPhoto: () => api.delete(`${PATH}/photo`),
};
