//! What the pages say by themselves, in each language.

/// The words of a language. They are ours and hold nothing that HTML would read.
pub(super) struct Words {
    pub kb: &'static str,
    pub manual: &'static str,
    pub search: &'static str,
    pub placeholder: &'static str,
    pub others: &'static str,
    pub all: &'static str,
    pub empty: &'static str,
    pub nothing: &'static str,
    pub contents: &'static str,
    pub updated: &'static str,
    pub other_language: &'static str,
    pub helpful: &'static str,
    pub why: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub thanks: &'static str,
    pub missing: &'static str,
    pub skip: &'static str,
    /// The language by its own name.
    pub name: &'static str,
}

const EN: Words = Words {
    kb: "Knowledgebase",
    manual: "Support manual",
    search: "Search",
    placeholder: "Search articles",
    others: "More articles",
    all: "All articles",
    empty: "There are no articles yet.",
    nothing: "Nothing was found for",
    contents: "On this page",
    updated: "Updated",
    other_language: "This article is not there in your language yet.",
    helpful: "Was this helpful?",
    why: "What was missing? (optional)",
    yes: "Yes",
    no: "No",
    thanks: "Thank you for your answer.",
    missing: "This page does not exist.",
    skip: "To the content",
    name: "English",
};

const MS: Words = Words {
    kb: "Pangkalan pengetahuan",
    manual: "Manual sokongan",
    search: "Cari",
    placeholder: "Cari artikel",
    others: "Artikel lain",
    all: "Semua artikel",
    empty: "Belum ada artikel.",
    nothing: "Tiada apa-apa ditemui untuk",
    contents: "Pada halaman ini",
    updated: "Dikemas kini",
    other_language: "Artikel ini belum ada dalam bahasa anda.",
    helpful: "Adakah ini membantu?",
    why: "Apa yang kurang? (pilihan)",
    yes: "Ya",
    no: "Tidak",
    thanks: "Terima kasih atas jawapan anda.",
    missing: "Halaman ini tidak wujud.",
    skip: "Ke kandungan",
    name: "Bahasa Melayu",
};

const ZH: Words = Words {
    kb: "知识库",
    manual: "支持手册",
    search: "搜索",
    placeholder: "搜索文章",
    others: "其他文章",
    all: "全部文章",
    empty: "暂时没有文章。",
    nothing: "没有找到",
    contents: "本页内容",
    updated: "更新于",
    other_language: "这篇文章暂时没有您的语言版本。",
    helpful: "这篇文章有帮助吗？",
    why: "还缺少什么？（可不填）",
    yes: "有",
    no: "没有",
    thanks: "谢谢您的回答。",
    missing: "此页面不存在。",
    skip: "跳到内容",
    name: "中文",
};

/// The words of a language of the product.
pub(super) fn words(language: &str) -> &'static Words {
    match language {
        "ms" => &MS,
        "zh" => &ZH,
        _ => &EN,
    }
}
