//! How often answers are right over a list of questions: a wrong answer is worse than none.

use super::*;

/// Questions by the passage that answers them; `-` where none does.
const QUESTIONS: &str = "
en-return: Within how many days can I return an item?
en-return: Do I need the receipt and the box?
en-return: How many working days until the refund reaches my card?
en-return: can sale items be returned
en-hours: When does your shop open on Monday?
en-hours: Is your shop closed on public holidays?
en-hours: When do you close on Saturdays?
en-hours: opening hours please
en-delivery: How many days does delivery within Malaysia take?
en-delivery: Do I get a tracking number by e-mail?
en-delivery: Is delivery free above RM 100?
en-password: I forgot my password, how do I reset it?
en-password: How long is the password link valid?
ms-return: Bolehkah saya memulangkan barang selepas 20 hari?
ms-return: Bila bayaran balik dibuat ke kad?
ms-return: Saya mahu pulangkan barang, macam mana?
ms-hours: Pukul berapa kedai dibuka?
ms-hours: Adakah kedai tutup pada cuti umum?
ms-hours: Waktu operasi kedai?
ms-hours: Kedai buka hari Isnin?
zh-return: 可以退货吗？
zh-return: 退款什么时候退回银行卡？
zh-return: 退货需要保留原包装吗？
zh-return: 收到商品后多少天内可以退货？
zh-hours: 周五几点营业？
zh-hours: 节假日休息吗？
zh-hours: 请问营业时间？
zh-member: 会员积分会清零吗？
zh-member: 会员生日有优惠吗？
en-return: Can I return a lamp that I bought 20 days ago?
en-return: I would like to return my toaster because I do not like it, how many days do I have?
en-delivery: How many days until you deliver a sofa within Malaysia?
en-hours: Is your shop open on Monday mornings for repairs?
ms-return: Bolehkah saya memulangkan kasut selepas 20 hari?
zh-return: 我买的耳机可以退货吗？
-: Do you buy used furniture?
-: Can I get a job at your company?
-: Does the jacket run large?
-: Which paint fits a bathroom ceiling?
-: How do I clean the filter of the kettle?
-: Do you support local charities?
-: Is the cable compatible with an older model?
-: Can you engrave a name on the watch?
-: Who founded your company?
-: Do you accept crypto?
-: Adakah anda menyediakan parkir untuk motosikal?
-: Bolehkah saya memohon kerja di syarikat anda?
-: Adakah minyak wangi ini sesuai untuk kanak-kanak?
-: Apakah bahan yang digunakan dalam bantal?
-: Siapa pengasas syarikat?
-: Bagaimana membersihkan penapis cerek?
-: 你们招聘司机吗？
-: 这款水壶的滤芯怎么清洗？
-: 外套偏大吗？
-: 公司创始人是谁？
-: 可以在手表上刻字吗？
-: 你们支持慈善活动吗？
-: 油漆适合浴室天花板吗？
";

/// Nothing answers these although passages share some of their words.
const NEAR_MISSES: &str = "
Is the refund taxed in Brunei?
Do you deliver to Singapore by air?
Can I return a gift card bought by a friend?
Are your shops open during the monsoon flood season?
Can a courier collect the return from my office?
Does the tracking number work on the DHL website?
Is the password stored encrypted?
Do you charge interest on late refunds?
Adakah bayaran balik dikenakan cukai?
Boleh kurier ambil barang pulangan di pejabat saya?
Adakah kedai ada surau dan tandas?
Bolehkah barang dihantar ke Jepun?
退货可以上门取件吗？
会员积分可以转让给家人吗？
退款要交税吗？
营业时间内可以带宠物进店吗？
";

#[test]
fn most_questions_are_answered_rightly_and_hardly_any_wrongly() {
    let (mut asked, mut unanswerable) = (0, 0);
    let (mut wrong, mut unanswered, mut invented) = (vec![], vec![], vec![]);
    for line in QUESTIONS.trim().lines() {
        let (expected, question) = line.split_once(": ").expect("passage and question");
        let answer = recommends(says(question), knowledge());
        let is_answered = answer.action == "answer";
        if expected == "-" {
            unanswerable += 1;
            invented.extend(is_answered.then_some(question));
        } else {
            asked += 1;
            unanswered.extend((!is_answered).then_some(question));
            wrong.extend((is_answered && cited(&answer) != expected).then_some(question));
        }
    }
    assert_eq!((asked, unanswerable), (35, 23));
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(unanswered.len() <= 2, "{unanswered:?}");
    assert!(invented.is_empty(), "{invented:?}");
    let is_answered = |question: &&str| recommends(says(question), knowledge()).action == "answer";
    let near: Vec<&str> = NEAR_MISSES.trim().lines().filter(is_answered).collect();
    assert!(near.len() <= 2, "{near:?}");
}
