"""Files with addresses."""

import json
import unittest

from componentize_py_types import Err
from patchbay_plugin import FileUrl, file_urls, testing
from wit_world.imports.effects import Attachment
from wit_world.imports.outgoing import Message
from wit_world.imports.types import Account, Failure_Permanent


def message(listed: str) -> Message:
    file = Attachment(None, "image/png", "a.png", "image", None)
    return testing.outgoing(attachments=[file], extras=[("attachment-json", listed)])


class Files(unittest.TestCase):
    def test_files_have_the_signed_addresses_of_the_desk(self) -> None:
        acc = testing.account()
        listed = json.dumps([{"id": 4, "url": "/api/attachments/4?s=x", "size": 9}])
        url = acc.public_url + "/api/attachments/4?s=x"
        self.assertEqual(
            file_urls(acc, message(listed)), [FileUrl(url, "image/png", "a.png", "image", 9)]
        )
        self.assertEqual(file_urls(acc, testing.outgoing()), [])

    def test_without_a_public_address_there_are_none(self) -> None:
        acc = testing.account()
        nowhere = Account(acc.id, acc.config, "", [])
        cases = [(nowhere, '[{"url":"/x"}]'), (acc, "[]"), (acc, "rubbish"), (acc, "[null]")]
        for who, listed in cases:
            with self.assertRaises(Err) as caught:
                file_urls(who, message(listed))
            failure = caught.exception.value
            assert isinstance(failure, Failure_Permanent)
            self.assertEqual(failure.value.code, "media.no-address")
