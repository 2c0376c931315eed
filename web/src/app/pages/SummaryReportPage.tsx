import { useCallback } from 'react';
import { useParams } from 'react-router';
import { usePlugins } from '../../api/plugins';
import { summaryAt, summaryPath, type ReportRow } from '../../reports/model';
import { SummaryReport } from '../../reports/SummaryReport';
import { useMe } from '../../session/store';
import { addressOf } from '../../tickets/address';
import { Redirect } from '../Redirect';

/** The summary of a type and a status; what an address names that is none leads to one that is. */
export function Screen() {
  const { type, status } = useParams();
  const me = useMe();
  const plugins = usePlugins((state) => state.plugins);
  const conversationPath = useCallback((row: ReportRow) => addressOf(row, plugins, me), [plugins, me]);
  const meant = summaryAt(type, status);
  if (meant.type !== type || meant.status !== status) return <Redirect to={summaryPath(meant.type, meant.status)} />;
  return <SummaryReport {...meant} conversationPath={conversationPath} />;
}
