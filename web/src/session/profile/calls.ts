import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

export type OwnProfile = components['schemas']['OwnProfile'];
export type ProfileChange = Partial<Pick<OwnProfile, 'name' | 'email' | 'timezone' | 'language'>> & { password?: string };

const PATH = '/api/me';

export const calls = {
  own: () => api.get<OwnProfile>(PATH),
  change: (change: ProfileChange) => api.patch<OwnProfile>(PATH, change),
  photo: (photo: Blob) => {
    const form = new FormData();
    form.set('photo', photo, 'photo');
    return api.form<OwnProfile>(`${PATH}/photo`, form);
  },
  dropPhoto: () => api.delete<OwnProfile>(`${PATH}/photo`),
};
