import { UnstyledButton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FigureHelp } from '../ui/FigureHelp';
import type { Change } from './performance';
import classes from './performance.module.css';
import { useTexts } from './texts';

interface Props {
  label: string;
  definition: string;
  value: string;
  /** What the figure opens to: a place, or something on this one. Absent where there is nothing, or no way there. */
  opens?: { name: string; to: string | (() => void) } | undefined;
  /** Nothing was counted. */
  isNone: boolean;
  /** What else is told of it, in small. */
  more: ReactNode;
  /** Against the days before: what it was, and whether the change is good; null where nobody can say. */
  change: { change: Change; isBetter: boolean | null; before: string } | null;
}

const MARKS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual, new: IconPlus } as const;

/** Up or down, told by a shape and in words; the colour says whether that is good. */
function ChangeLine({ change, isBetter, before }: NonNullable<Props['change']>) {
  const { t } = useTexts();
  const Mark = MARKS[change];
  return (
    <span className={classes['change']} data-better={isBetter ?? undefined}>
      <Mark size={14} stroke={1.75} aria-hidden />
      {t(`performance.change.${change}`, { before })}
    </span>
  );
}

function Value({ value, opens, isNone }: Pick<Props, 'value' | 'opens' | 'isNone'>) {
  if (isNone || opens === undefined) {
    return (
      <span className={classes['value']} data-none={isNone || undefined}>
        {value}
      </span>
    );
  }
  const common = { className: classes['value'] ?? '', 'aria-label': `${opens.name}. ${value}` };
  return typeof opens.to === 'string' ? (
    <Link {...common} to={opens.to}>
      {value}
    </Link>
  ) : (
    <UnstyledButton {...common} onClick={opens.to}>
      {value}
    </UnstyledButton>
  );
}

/** One figure of all days together, with what it counts and what it was before. */
export function FigureTile({ label, definition, more, change, ...value }: Props) {
  const { t } = useTexts();
  return (
    <li>
      <span className={classes['label']}>
        {label}
        <FigureHelp label={t('performance.about', { figure: label })} definition={definition} />
      </span>
      <Value {...value} />
      <span className={classes['more']}>{more}</span>
      {change === null ? null : <ChangeLine {...change} />}
    </li>
  );
}
