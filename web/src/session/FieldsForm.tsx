import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fields } from './fields';

/** A form of a public page: its fields, what went wrong, and the button. */
export function FieldsForm<F extends string>({ form, submit, children, after }: { form: Fields<F>; submit: string; children: ReactNode; after?: ReactNode }) {
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {children}
        {form.failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {form.failure}
          </Alert>
        )}
        <Button type="submit" loading={form.busy} fullWidth>
          {submit}
        </Button>
        {after}
      </Stack>
    </form>
  );
}
